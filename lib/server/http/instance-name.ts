import "server-only"
import { hostname } from "node:os"

/** This process's name in the log and the audit: host name and process id. */
export const instanceName = `${hostname().slice(0, 64)}:${process.pid}`
