import type { Instrumentation } from "next"

/**
 * Called by Next once, when its server starts. A development server opens the backend on the first
 * request, and shuts down in Next's own way.
 */
export async function register(): Promise<void> {
  // biome-ignore lint/style/noProcessEnv: Next puts the value in when it builds.
  if (process.env.NEXT_RUNTIME !== "nodejs") return
  const { keepRequestTargets } = await import("@/lib/server/http/request-target")
  keepRequestTargets()
  // biome-ignore lint/style/noProcessEnv: Next puts the value in when it builds.
  if (process.env.NODE_ENV !== "production") return
  const { startBackend } = await import("@/lib/server/start")
  const { printBusyPage } = await import("@/app/busy-page")
  startBackend(printBusyPage)
}

/** Called by Next with errors thrown by pages and handlers. */
export const onRequestError: Instrumentation.onRequestError = async (error, request, context) => {
  const { openedBackend } = await import("@/lib/server/opened")
  openedBackend()?.logPageError(error, { operation: context.routePath, method: request.method })
}
