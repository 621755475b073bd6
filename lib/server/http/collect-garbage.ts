import "server-only"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"

type Collect = (how: { type: "major"; execution: "async" }) => Promise<void>

let collect: Collect | undefined

/** V8's own `gc`, which the flag shows to contexts that are made from then on; it changes nothing else. */
function openCollect(): Collect {
  setFlagsFromString("--expose-gc")
  return runInNewContext("gc") as Collect
}

/** Counts bytes that become garbage; the process clears its old memory after every so many. V8 by itself would wait until there are some 150 MiB. */
export function createCollector(everyBytes: number): (bytes: number) => void {
  let held = 0
  return (bytes) => {
    held += bytes
    if (held < everyBytes) return
    held = 0
    collect ??= openCollect()
    void collect({ type: "major", execution: "async" })
  }
}
