// Preloaded into servers that a script starts: they end when the script ends, in whatever way.
if (process.connected) {
  process.on("disconnect", () => {
    process.kill(process.pid, "SIGTERM")
    setTimeout(() => process.exit(1), 10_000).unref()
  })
}
