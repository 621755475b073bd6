import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Child } from "@/scripts/child"
import { findFreePort } from "@/scripts/free-port"
import { embeddedSettings, startDashboardProcess } from "@/scripts/stack"
import { startBalancer } from "./balancer"
import { instancesDatabase, serviceUrl, workspaceFile } from "./environment"
import { startRecorder } from "./recorder"

/** One of several instances of the built dashboard. */
export interface Instance {
  readonly port: number
  readonly url: string
  readonly child: Child
  /** Its log so far. */
  readLog(): string
}

/**
 * Starts three dashboards on one database behind a load balancer, with a recorder between them and
 * the service.
 */
export async function startInstances(server: Readonly<Record<string, string>>) {
  const directory = mkdtempSync(join(tmpdir(), "workplace-reporting-instances-"))
  const parts: { stop(): Promise<void> }[] = []
  const add = <T extends { stop(): Promise<void> }>(part: T): T => {
    parts.push(part)
    return part
  }
  const servicePort = Number(new URL(serviceUrl()).port)
  const recorder = add(await startRecorder(await findFreePort(), new URL(serviceUrl())))
  const balancer = add(await startBalancer())
  const environment = {
    ...embeddedSettings(servicePort),
    REPORTING_API_URL: `${recorder.url}/api`,
    REPORTING_TOKEN_URL: `${recorder.url}/oidc/token`,
    DATABASE_URL: instancesDatabase(),
    COPY_BUDGET: "0",
    WORKSPACE_FILE: workspaceFile(),
    NEXTAUTH_URL: balancer.url,
    NEXTAUTH_SECRET: "a secret that three instances share",
    ...server,
  }

  async function start(name: string, port: number): Promise<Instance> {
    const own = join(directory, name)
    const options = { directory: own, host: "127.0.0.1", port, environment }
    const child = add(await startDashboardProcess(options))
    const readLog = () => readFileSync(join(own, "logs", "dashboard.log"), "utf8")
    return { port, url: `http://localhost:${port}`, child, readLog }
  }

  async function stop() {
    await Promise.all(parts.map((part) => part.stop()))
    rmSync(directory, { recursive: true, force: true })
  }

  try {
    const ports = [await findFreePort(), await findFreePort(), await findFreePort()]
    const instances = await Promise.all(ports.map((port) => start(`${port}`, port)))
    balancer.ports = ports
    return { instances, balancer, recorder, start, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

export type Instances = Awaited<ReturnType<typeof startInstances>>
