import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import { basename, extname, join } from "node:path"
import { findFreePort } from "@/scripts/free-port"
import { root } from "@/scripts/root"
import { ensureBaselines } from "../ensure-baselines"
import type { SuiteContext } from "../suite"

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
}

function build(folder: string): void {
  const program = join(root, "bench", "baselines", "build.mjs")
  const result = spawnSync(process.execPath, [program, folder], { cwd: root, encoding: "utf8" })
  if (result.status !== 0) throw new Error(`The pages do not build:\n${result.stderr}`)
}

/** Builds the compared pages with the same tools and serves them; returns their origin. */
export async function servePages({ keep, print }: SuiteContext): Promise<string> {
  ensureBaselines("baselines", print)
  const folder = mkdtempSync(join(tmpdir(), "workplace-reporting-pages-"))
  keep({ stop: async () => rmSync(folder, { recursive: true, force: true }) })
  build(folder)
  const server = createServer((request, response) => {
    const name = basename(new URL(request.url ?? "/", "http://localhost").pathname)
    try {
      const body = readFileSync(join(folder, name))
      response.setHeader("content-type", types[extname(name)] ?? "text/plain").end(body)
    } catch {
      response.writeHead(404).end()
    }
  })
  const port = await findFreePort()
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve))
  keep({
    stop: async () => {
      server.close()
      server.closeAllConnections()
    },
  })
  return `http://127.0.0.1:${port}`
}
