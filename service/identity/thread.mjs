// The identity's thread. What needs no compiling is loaded before tsx looks at every module.
import "./known-runtime.mjs"
import "@hono/node-server"
import "hono"
import "hono/body-limit"
import "jose"
import "oidc-provider"
import { register } from "tsx/esm/api"

register()
await import("./thread-program.ts")
