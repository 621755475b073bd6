import "./known-runtime.mjs"
import { createServer } from "node:http"
import { type MessagePort, parentPort, workerData } from "node:worker_threads"
import { createIdentity } from "./identity"
import {
  type IdentityThreadData,
  type IdentityThreadMessage,
  openPortStream,
  openServedDocuments,
  sendableError,
} from "./thread-channel"

const { settings, keys, documents } = workerData as IdentityThreadData
const tell = (message: IdentityThreadMessage) => parentPort?.postMessage(message)

const identity = createIdentity(settings, {
  keys,
  documents: openServedDocuments(documents),
  onError: (error) => tell({ error: sendableError(error) }),
})

/** It listens nowhere: the API's thread passes connections on, within its own limits of headers and bodies. */
const server = createServer({ maxHeaderSize: 64 * 1024 }, identity.handle)
parentPort?.on("message", (port: MessagePort) => {
  server.emit("connection", openPortStream(port))
})
tell("ready")
