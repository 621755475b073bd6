import { execFile } from "node:child_process"
import { randomUUID } from "node:crypto"
import { mkdir, rm, writeFile } from "node:fs/promises"
import { join, resolve } from "node:path"
import { promisify } from "node:util"
import openapiTS, { astToString } from "openapi-typescript"

const root = resolve(import.meta.dirname, "../../..")
const compiler = join(root, "node_modules/typescript/bin/tsc")
const run = promisify(execFile)

const settings = {
  compilerOptions: {
    target: "ES2023",
    lib: ["dom", "dom.iterable", "ES2023"],
    module: "esnext",
    moduleResolution: "bundler",
    types: [],
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    skipLibCheck: true,
  },
  include: ["*.ts"],
}

/** A folder with the modules of a client. */
export interface ClientFolder {
  /** Imports the module with that file name. */
  load(file: string): Promise<Record<string, unknown>>
  /** Returns the compiler's messages as printed: `calls.ts(3,7): error TS2345: …`. */
  check(): Promise<string[]>
  remove(): Promise<void>
}

const typesOf = async (document: string) => astToString(await openapiTS(document))

/**
 * Writes the types of each description (by module name) and the modules that use them (by file
 * name).
 */
export async function writeClient(
  descriptions: ReadonlyMap<string, string>,
  modules: { readonly [file: string]: string },
): Promise<ClientFolder> {
  const folder = join(root, ".data", "test", `client-${randomUUID()}`)
  await mkdir(folder, { recursive: true })
  const write = (file: string, text: string) => writeFile(join(folder, file), text)
  await write("tsconfig.json", JSON.stringify(settings))
  for (const [name, document] of descriptions) await write(`${name}.ts`, await typesOf(document))
  for (const [file, text] of Object.entries(modules)) await write(file, text)
  return {
    load: (file) => import(/* @vite-ignore */ join(folder, file)),
    async check() {
      const parameters = [compiler, "--project", folder, "--pretty", "false"]
      const { stdout } = await run(process.execPath, parameters, { cwd: folder }).catch(
        (error) => error as { stdout: string },
      )
      return stdout.split("\n").filter((line) => /^\S/.test(line))
    },
    remove: () => rm(folder, { recursive: true }),
  }
}
