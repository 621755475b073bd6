// Preloaded into servers that a script starts: when the script dies, however it dies, so do they.
if (process.connected) {
  process.on("disconnect", () => {
    process.kill(process.pid, "SIGTERM")
    setTimeout(() => process.exit(1), 10_000).unref()
  })
}
