import type { Instrumentation } from "next"

/** Called by Next once, when its server starts; a development server ends in Next's own way. */
export async function register(): Promise<void> {
  // biome-ignore lint/style/noProcessEnv: Next puts the value in when it builds.
  if (process.env.NEXT_RUNTIME !== "nodejs") return
  const bff = await import("@/lib/bff")
  bff.keepRequestTargets()
  // biome-ignore lint/style/noProcessEnv: Next puts the value in when it builds.
  if (process.env.NODE_ENV !== "production") return
  bff.requireSettings()
  bff.limitAllRequests()
  bff.keepHeapSmall()
  bff.stopGracefully()
  bff.resumeExports()
}

/** Called by Next with what a page or a handler throws. */
export const onRequestError: Instrumentation.onRequestError = async (error, request, context) => {
  const { logPageError } = await import("@/lib/bff")
  logPageError(error, { operation: context.routePath, method: request.method })
}
