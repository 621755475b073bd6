// A thread in the identity's place: it tells what reaches it, waits, ends itself, or sends a lot.
import { createServer } from "node:http"
import { text } from "node:stream/consumers"
import { parentPort, threadId } from "node:worker_threads"
import { register } from "tsx/esm/api"

register()
const { openPortStream } = await import("../thread-channel.ts")

let left = 0
const answers = {
  "/oidc/wait": (_request, response) => {
    response.once("close", () => {
      left += 1
    })
  },
  "/oidc/crash": () => {
    throw new TypeError("The thread ends here.")
  },
  "/oidc/half": (_request, response) => {
    response.write("half")
    setTimeout(() => process.exit(1), 50)
  },
  "/oidc/large": (_request, response) => response.end("x".repeat(5_000_000)),
}

async function echo(request, response) {
  const { method, url, rawHeaders } = request
  const body = await text(request)
  response.writeHead(203, "Echoed", ["Set-Cookie", "a=1", "Set-Cookie", "b=2", "X-Own", "own"])
  response.end(JSON.stringify({ method, url, rawHeaders, body, threadId, left }))
}

const server = createServer((request, response) =>
  (answers[request.url] ?? echo)(request, response),
)
parentPort.on("message", (port) => server.emit("connection", openPortStream(port)))
parentPort.postMessage("ready")
