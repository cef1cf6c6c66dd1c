"""Settings that are asked for by their names, in the paths of routes."""

from __future__ import annotations

from textwrap import dedent

import pytest

from tests.fingerprint.reading import look

MAIN = """
    import {{ ConfigService }} from '@nestjs/config';
    import {{ Controller, Get }} from '@nestjs/common';
    import {{ NestFactory }} from '@nestjs/core';

    async function start() {{
      const service = await NestFactory.create(Users);
      const config = service.get(ConfigService);
      service.setGlobalPrefix({prefix});
    }}

    @Controller('users')
    class Users {{
      @Get()
      all() {{}}
    }}
"""
SPACE = """
    import { registerAs } from '@nestjs/config';
    export default registerAs('app', () => ({
      port: 3000,
      paths: { prefix: process.env.PREFIX || 'api' },
    }));
"""
LOADED = """
    import { ConfigModule } from '@nestjs/config';
    const settings = () => ({ app: { paths: { prefix: 'api' } } });
    export const module = ConfigModule.forRoot({ load: [settings] });
"""


@pytest.mark.parametrize(
    ("prefix", "settings", "path"),
    [
        ("config.getOrThrow('app.paths.prefix', { infer: true })", SPACE, "/api/users"),
        ("config.get('app.paths.prefix')", LOADED, "/api/users"),
        ("config.get('PREFIX', 'v2')", LOADED, "/v2/users"),
        ("config.get('PREFIX')", LOADED, "…/users"),
        ("config.get('app.port')", SPACE, "…/users"),
        ("config.get('paths.prefix')", SPACE, "…/users"),
        ("config.get('other.paths.prefix')", SPACE, "…/users"),
    ],
)
def test_a_prefix_is_what_the_setting_gives_that_is_registered(prefix: str, settings: str, path: str) -> None:
    files = {"main.ts": dedent(MAIN.format(prefix=prefix)), "settings.ts": dedent(settings)}
    assert look(files, "typescript").endpoints == [f"GET {path}"]


def test_what_another_class_gives_by_a_name_is_no_setting() -> None:
    code = MAIN.replace("'@nestjs/config'", "'./own'").format(prefix="config.get('app.paths.prefix')")
    files = {"main.ts": dedent(code), "settings.ts": dedent(SPACE)}
    assert look(files, "typescript").endpoints == ["GET …/users"]
