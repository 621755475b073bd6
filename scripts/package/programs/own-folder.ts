import { dirname, join, resolve } from "node:path"
import { fileURLToPath } from "node:url"

/** Settings that name files, from where the program is started, and where those are that nobody has named. */
const files = {
  WORKSPACE_FILE: ".data/workspace.json",
  SERVICE_WORKSPACE_FILE: ".data/workspace.json",
} as const satisfies Readonly<Record<string, string>>

const isFile = (name: string) => name.endsWith("_FILE")

for (const name of new Set([...Object.keys(process.env).filter(isFile), ...Object.keys(files)])) {
  const file = process.env[name] || files[name as keyof typeof files]
  if (file) process.env[name] = resolve(file)
}
// Compiled programs are in a folder below that which holds all that they read.
process.chdir(join(dirname(fileURLToPath(import.meta.url)), ".."))
