"""The server itself: what the protocol asks for, answered with the registry's tools, resources and prompts."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel.server import Server
from mcp.shared.exceptions import MCPError

from codegraph.errors import CodegraphError, error_object
from codegraph.mcp.calls import Service
from codegraph.mcp.events import MARK_DIRTY, Events, MarkDirtyParams
from codegraph.mcp.failures import ToolFailure
from codegraph.mcp.prompts import PROMPTS, fill
from codegraph.mcp.resources import CHANGES, MAP, MOST_PACKAGES, TEMPLATES, call_for, uri_of
from codegraph.mcp.roots import Roots, folders_of_uris
from codegraph.mcp.schemas import DEFAULT_BUDGET, input_schema, output_schema
from codegraph.tools.registry import TOOLS, Tool
from codegraph.version import __version__

_JSON = "application/json"
_ROOTS_PATIENCE = 2.0
_INSTRUCTIONS = """\
codegraph answers questions about code from a graph of packages, modules, symbols and their relations. Ask it before \
reading files: codebase_map for an overview, codebase_search for what does something, symbol_detail and symbol_source \
for a definition, impact_analysis before a change, flow_trace for how control gets somewhere. Names may be short \
(Class.method), full, a path, or path:line; an ambiguous one is answered with its candidates. Answers keep within \
token_budget; a cursor goes on. Changed files are brought in before an answer; one that is stale says what it lacks."""

Context = ServerRequestContext[Any, Any]


class CodegraphServer:
    """Answers the protocol's requests.

    Args:
        folders: the projects that are served.
        ask_client: whether the client's own roots count when no folder is given.
    """

    def __init__(self, folders: Sequence[Path], *, ask_client: bool = False) -> None:
        self.events = Events()
        self.service = Service(self.events.publish)
        self._given = self._roots = Roots(folders)
        self._ask_client = ask_client
        self._changes = 1  # how often the client may have got other roots
        self._asked = 0  # ... when it was last asked for them
        self._asking = asyncio.Lock()
        self.protocol: Server[Any] = Server(
            "codegraph",
            version=__version__,
            title="codegraph",
            description="A codebase as a graph that agents question instead of grepping.",
            instructions=_INSTRUCTIONS + self._served(),
            on_list_tools=self.list_tools,
            on_call_tool=self.call_tool,
            on_list_resources=self.list_resources,
            on_list_resource_templates=self.list_templates,
            on_read_resource=self.read_resource,
            on_subscribe_resource=self.subscribe,
            on_unsubscribe_resource=self.unsubscribe,
            on_subscriptions_listen=self.events.listen,
            on_list_prompts=self.list_prompts,
            on_get_prompt=self.get_prompt,
        )
        self.protocol.add_notification_handler(MARK_DIRTY, MarkDirtyParams, self.mark_dirty)
        self.protocol.add_notification_handler(
            "notifications/roots/list_changed", types.NotificationParams, self.roots_changed
        )

    async def mark_dirty(self, context: Context, params: MarkDirtyParams) -> None:
        """Note that a host wrote files; what is wrong with that goes to stderr, for notifications have no answer."""
        try:
            await self.service.mark(params.paths, params.root, await self._roots_of(context))
        except CodegraphError as error:
            print(f"{MARK_DIRTY}: {error.message}", file=sys.stderr)

    async def subscribe(self, context: Context, params: types.SubscribeRequestParams) -> types.EmptyResult:
        """Note that a client wants to hear of a resource."""
        self.events.subscribe(str(params.uri), context.session)
        return types.EmptyResult()

    async def unsubscribe(
        self, context: Context, params: types.UnsubscribeRequestParams
    ) -> types.EmptyResult:
        """Note that it does not any more."""
        self.events.unsubscribe(str(params.uri), context.session)
        return types.EmptyResult()

    async def list_tools(
        self, context: Context, params: types.PaginatedRequestParams | None
    ) -> types.ListToolsResult:
        """The tools with their schemas."""
        return types.ListToolsResult(tools=await asyncio.to_thread(lambda: [_tool(one) for one in TOOLS]))

    async def call_tool(self, context: Context, params: types.CallToolRequestParams) -> types.CallToolResult:
        """The answer of a tool as JSON, or the error object; an unknown tool is an error of the protocol."""
        if all(one.name != params.name for one in TOOLS):
            names = ", ".join(one.name for one in TOOLS)
            raise MCPError(types.INVALID_PARAMS, f"there is no tool {params.name}; there are {names}")

        async def tell(done: float, total: float, message: str) -> None:
            await context.session.report_progress(done, total, message)

        try:
            roots = await self._roots_of(context)
            found = await self.service.call(params.name, params.arguments or {}, roots, tell)
        except ToolFailure as failure:
            return _failed(failure.error)
        content: list[types.ContentBlock] = [types.TextContent(type="text", text=found.text)]
        if found.cut:
            words = f"cut to fit token_budget: {', '.join(found.cut)}"
            content.append(types.TextContent(type="text", text=words))
        return types.CallToolResult(content=content, structured_content=found.value)

    async def list_resources(
        self, context: Context, params: types.PaginatedRequestParams | None
    ) -> types.ListResourcesResult:
        """The map, and the packages of the project when it is indexed."""
        resources = [
            types.Resource(name="map", uri=MAP, title="Map", description="All packages.", mime_type=_JSON),
            types.Resource(
                name="changes",
                uri=CHANGES,
                title="Changes",
                description="What the last refresh changed: files, and symbols added, changed and removed.",
                mime_type=_JSON,
            ),
        ]
        try:
            request = {"max_entries": MOST_PACKAGES}
            found = await self.service.call("codebase_map", request, await self._roots_of(context), _nobody)
        except ToolFailure:
            return types.ListResourcesResult(resources=resources)
        for entry in found.value["entries"]:
            uri = uri_of("package", entry["fqn"])
            resources.append(types.Resource(name=entry["name"] or entry["fqn"], uri=uri, mime_type=_JSON))
        return types.ListResourcesResult(resources=resources)

    async def list_templates(
        self, context: Context, params: types.PaginatedRequestParams | None
    ) -> types.ListResourceTemplatesResult:
        """How the addresses of symbols, packages and sources look."""
        return types.ListResourceTemplatesResult(
            resource_templates=[
                types.ResourceTemplate(
                    name=one.name,
                    uri_template=one.uri,
                    title=one.title,
                    description=one.description,
                    mime_type=_JSON,
                )
                for one in TEMPLATES
            ]
        )

    async def read_resource(
        self, context: Context, params: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult:
        """The answer of the tool that stands behind an address."""
        uri = str(params.uri)
        if uri == CHANGES:
            return _resource(uri, _encoded({"changes": self.events.latest}))
        try:
            name, arguments = call_for(uri)
            budget = {"token_budget": DEFAULT_BUDGET}
            found = await self.service.call(name, arguments | budget, await self._roots_of(context), _nobody)
        except CodegraphError as error:
            raise MCPError(types.INVALID_PARAMS, error.message, error_object(error)) from error
        except ToolFailure as failure:
            raise MCPError(types.INVALID_PARAMS, failure.error["message"], failure.error) from failure
        return _resource(uri, found.text)

    async def list_prompts(
        self, context: Context, params: types.PaginatedRequestParams | None
    ) -> types.ListPromptsResult:
        """The prompts for usual tasks."""
        return types.ListPromptsResult(
            prompts=[
                types.Prompt(
                    name=one.name,
                    title=one.title,
                    description=one.description,
                    arguments=[
                        types.PromptArgument(name=a.name, description=a.description, required=a.required)
                        for a in one.arguments
                    ],
                )
                for one in PROMPTS
            ]
        )

    async def get_prompt(
        self, context: Context, params: types.GetPromptRequestParams
    ) -> types.GetPromptResult:
        """A prompt with its arguments put in."""
        try:
            prompt, text = fill(params.name, params.arguments or {})
        except CodegraphError as error:
            raise MCPError(types.INVALID_PARAMS, error.message, error_object(error)) from error
        message = types.PromptMessage(role="user", content=types.TextContent(type="text", text=text))
        return types.GetPromptResult(description=prompt.description, messages=[message])

    async def roots_changed(self, context: Context, params: types.NotificationParams | None) -> None:
        """The client has other roots now: it is asked for them at the next call."""
        self._changes += 1

    def _served(self) -> str:
        return f"\nServed: {', '.join(self._roots.names)}." if self._roots.folders else ""

    async def _roots_of(self, context: Context) -> Roots:
        """The folders that the server was given, else those that the client names."""
        async with self._asking:  # calls that come together all wait for the client's answer
            if self._ask_client and self._asked != self._changes:
                changes = self._changes
                folders = await _client_folders(context)
                self._asked = changes
                self._roots = Roots(folders) if folders else self._given
        return self._roots


async def _client_folders(context: Context) -> list[Path]:
    """The folders of the client's roots; none where it has none, or is not asked in time."""
    capabilities = context.session.client_capabilities
    if capabilities is None or capabilities.roots is None or not context.session.can_send_request:
        return []
    try:
        asked = types.ListRootsRequest()
        found = await asyncio.wait_for(
            context.session.send_request(asked, types.ListRootsResult), _ROOTS_PATIENCE
        )
    except (TimeoutError, MCPError):
        return []
    return folders_of_uris(str(root.uri) for root in found.roots)


async def _nobody(done: float, total: float, message: str) -> None:
    """Progress that nobody is told of."""


def _tool(one: Tool) -> types.Tool:
    return types.Tool(
        name=one.name,
        title=one.title,
        description=f"{one.summary} {one.description}",
        input_schema=input_schema(one.name),
        output_schema=output_schema(one.name),
        annotations=types.ToolAnnotations(
            title=one.title,
            read_only_hint=one.read_only,
            destructive_hint=False,
            idempotent_hint=True,
            open_world_hint=False,
        ),
    )


def _resource(uri: str, text: str) -> types.ReadResourceResult:
    contents = types.TextResourceContents(uri=uri, mime_type=_JSON, text=text)
    return types.ReadResourceResult(contents=[contents])


def _encoded(value: Any) -> str:
    import msgspec

    return msgspec.json.encode(value).decode()


def _failed(error: dict[str, Any]) -> types.CallToolResult:
    text = _encoded({"error": error})
    return types.CallToolResult(content=[types.TextContent(type="text", text=text)], is_error=True)
