import { join } from "node:path"
import { startChild } from "@/scripts/child"
import { root } from "@/scripts/root"
import type { SuiteContext } from "../suite"

/** A program's message if it fails. */
export interface Failed {
  readonly error: string
}

/** Starts a file of this folder as a separate program, which runs orders. */
export function startProgram<Order extends object, Answer extends object>(
  { keep }: SuiteContext,
  file: string,
) {
  let hear: (answer: Answer | Failed) => void = () => {}
  const lines: string[] = []
  const child = keep(
    startChild({
      name: "The copying program",
      arguments: ["--conditions=react-server", "--import", "tsx", join(root, "bench", "kpi", file)],
      environment: { NODE_ENV: "production" },
      onLine: (line) => lines.push(line),
      onMessage: (message) => hear(message as Answer | Failed),
    }),
  )
  return {
    /**
     * Sends an order and returns the result; throws with the last lines of output if the program
     * fails or ends.
     */
    async run(order: Order): Promise<Answer> {
      const answering = new Promise<Answer | Failed>((resolve) => {
        hear = resolve
      })
      child.send(order)
      const ended = child.ended.then((error) => ({ error }))
      const answer = await Promise.race([answering, ended])
      if ("error" in answer) throw new Error([answer.error, ...lines.slice(-10)].join("\n"))
      return answer
    },
    stop: child.stop,
  }
}
