import { readFileSync } from "node:fs"
import { catalogue, parseWorkspace, type Workspace } from "@/lib/catalogue"

function required(name: string): string {
  const value = process.env[name]
  if (value) return value
  throw new Error(`${name} is not set: run the browser tests with \`npm run e2e\`.`)
}

/** The origin of the dashboard under test. */
export const dashboardUrl = () => required("E2E_URL")

/** The origin of the recording proxy through which the dashboard reaches the reporting API. */
export const recorderUrl = () => required("E2E_RECORDER")

/** The origin of the reference service, for comparison. */
export const serviceUrl = () => required("E2E_SERVICE")

/** An empty database for instances that a test starts itself. */
export const instancesDatabase = () => required("E2E_INSTANCES_DATABASE")

/** The workspace file with the demo data's names. */
export const workspaceFile = () => required("E2E_WORKSPACE")

/** Values that the dashboard's server knows and that must not reach a browser. */
export const secrets = (): string[] => JSON.parse(required("E2E_SECRETS")) as string[]

/** The demo data's names and ids. */
export function readWorkspace(file = workspaceFile()): Workspace {
  const result = parseWorkspace(catalogue, JSON.parse(readFileSync(file, "utf8")))
  if (result.ok) return result.workspace
  throw new Error(`The workspace file is faulty: ${JSON.stringify(result.problems)}`)
}
