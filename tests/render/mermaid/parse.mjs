// Reads a JSON list of flowcharts from stdin and writes, for each, what the real Mermaid parser made of it:
// {"nodes": {id: label}, "edges": [[start, end, label]]} with labels as a browser shows them, or {"error": "..."}.
import { JSDOM } from "jsdom";

const { window } = new JSDOM("<!doctype html><body></body>");
globalThis.window = window;
globalThis.document = window.document;
const { default: mermaid } = await import("mermaid");
mermaid.initialize({ startOnLoad: false, securityLevel: "strict" });

// The renderer turns Mermaid's own entity marks back into HTML entities and hands the text to the browser.
function shown(text) {
  const html = text.replaceAll("ﬂ°°", "&#").replaceAll("ﬂ°", "&").replaceAll("¶ß", ";");
  const box = window.document.createElement("div");
  box.innerHTML = html.replaceAll(/<br\s*\/?>/g, "\n");
  return box.textContent;
}

async function read(text) {
  try {
    const { db } = await mermaid.mermaidAPI.getDiagramFromText(text);
    const nodes = {};
    for (const [id, vertex] of db.getVertices()) nodes[id] = shown(vertex.text);
    return { nodes, edges: db.getEdges().map((edge) => [edge.start, edge.end, shown(edge.text)]) };
  } catch (error) {
    return { error: String(error) };
  }
}

let input = "";
for await (const chunk of process.stdin) input += chunk;
const answers = [];
for (const text of JSON.parse(input)) answers.push(await read(text));
process.stdout.write(JSON.stringify(answers));
