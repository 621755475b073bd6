import { setTimeout as delay } from "node:timers/promises"
import { catalogue, type PatchOperation } from "@/lib/catalogue"
import type { UpstreamConfig } from "@/lib/platform"

/** Where a process can be killed while it makes a change; `sent` is so many milliseconds into the request. */
export const killStages = [
  "intending",
  "sent",
  "intended",
  "concluding",
  "sending",
  "sent",
  "concluded",
  "answered",
] as const

/** What the child is told as its one argument, as JSON. */
export interface KillOrder {
  readonly databaseUrl: string
  readonly schema: string
  readonly config: UpstreamConfig
  readonly stage: string
  readonly sentMs: number
  readonly departmentId: string
  readonly patch: string
  readonly requestId: string
}

function die(): never {
  process.kill(process.pid, "SIGKILL")
  throw new Error("killed")
}

const findOperation = () => {
  const found = catalogue.operations.find(({ id }) => id === "update-department")
  if (found?.kind !== "patch") throw new Error("There is nothing to change.")
  return found satisfies PatchOperation
}

/** Makes one change as an instance of the dashboard does, until it reaches the stage, and ends there as by `kill -9`. */
async function editUntilKilled(order: KillOrder): Promise<void> {
  const { openPool } = await import("@/lib/db")
  const { createEditLog } = await import("../table")
  const { createUpstream } = await import("@/lib/platform")
  const { readPatchText } = await import("@/lib/json-patch")
  const { createLog } = await import("../../http/log")
  const { createEditor } = await import("../editor")
  const reach = (stage: string) => {
    if (stage === order.stage) die()
  }
  const { databaseUrl, schema, config, departmentId, requestId } = order
  const patch = readPatchText(order.patch)
  if (!patch.ok) throw new Error(patch.code)
  const log = createEditLog({ pool: openPool(databaseUrl, { max: 1 }), schema })
  const edits: typeof log = {
    ...log,
    async intend(...given) {
      reach("intending")
      const id = await log.intend(...given)
      reach("intended")
      return id
    },
    async conclude(...given) {
      reach("concluding")
      await log.conclude(...given)
      reach("concluded")
    },
  }
  const upstream = createUpstream({ catalogue, config, clock: Date.now })
  await upstream.checkAccess()
  const edit: typeof upstream.edit = async (sending) => {
    reach("sending")
    if (order.stage === "sent") void delay(order.sentMs).then(die)
    return upstream.edit(sending)
  }
  const editor = createEditor({
    catalogue,
    edits,
    upstream: { ...upstream, edit },
    invalidate: async () => {},
    log: createLog({ write: () => {} }),
  })
  await editor.edit({
    operation: findOperation(),
    parameters: { departmentId },
    patch,
    requestId,
    session: { sub: "person-admin" },
  })
  reach("answered")
  await delay(10_000)
}

const [, , given] = process.argv
if (given?.startsWith("{")) void editUntilKilled(JSON.parse(given))
