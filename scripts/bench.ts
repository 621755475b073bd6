import { join } from "node:path"
import { runBench } from "@/bench/run-bench"
import { parts, suites } from "@/bench/suites"
import { loadEnvironment } from "./environment"
import { root } from "./root"
import { runScript } from "./shutdown"

await runScript(async (shutdown) => {
  loadEnvironment()
  await runBench(process.argv.slice(2), {
    suites,
    parts,
    folder: join(root, "bench", "results"),
    keep: (part) => shutdown.add(part),
    print: (text) => console.log(text),
  })
  await shutdown.end(0)
})
