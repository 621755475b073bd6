import "./own-folder"

Object.assign(process.env, {
  NODE_ENV: "production",
  NEXT_TELEMETRY_DISABLED: "1",
  // Containers set HOSTNAME to their own name, and Next would bind to it.
  HOSTNAME: process.env["HOST"] || "127.0.0.1",
})
await import(new URL("../server.js", import.meta.url).href)
