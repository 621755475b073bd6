import { dirname, join, resolve } from "node:path"
import { fileURLToPath } from "node:url"

/**
 * Settings that name files, relative to the folder where the program starts, with their default
 * paths.
 */
const files = {
  WORKSPACE_FILE: ".data/workspace.json",
  SERVICE_WORKSPACE_FILE: ".data/workspace.json",
} as const satisfies Readonly<Record<string, string>>

const isFile = (name: string) => name.endsWith("_FILE")

for (const name of new Set([...Object.keys(process.env).filter(isFile), ...Object.keys(files)])) {
  const file = process.env[name] || files[name as keyof typeof files]
  if (file) process.env[name] = resolve(file)
}
// The folder above the compiled programs contains everything that they read.
process.chdir(join(dirname(fileURLToPath(import.meta.url)), ".."))
