// Preloaded into a program: when its parent asks, it tells the async ids of three turns of a promise's chain, each another where async hooks are on.
import { executionAsyncId } from "node:async_hooks"

process.on("message", async (message) => {
  if (message !== "async ids") return
  const asyncIds = []
  for (let index = 0; index < 3; index += 1) {
    await Promise.resolve()
    asyncIds.push(executionAsyncId())
  }
  process.send({ asyncIds })
})
