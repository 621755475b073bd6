import "server-only"
import { hostname } from "node:os"

/** What this process is called in the log and in the audit: its machine's name and its number there. */
export const instanceName = `${hostname().slice(0, 64)}:${process.pid}`
