import type { Instrumentation } from "next"

/** Called by Next once, when its server starts; a development server ends in Next's own way. */
export async function register(): Promise<void> {
  // biome-ignore lint/style/noProcessEnv: Next puts both values in when it builds.
  if (process.env.NEXT_RUNTIME !== "nodejs" || process.env.NODE_ENV !== "production") return
  const { keepHeapSmall, resumeExports, stopGracefully } = await import("@/lib/bff")
  keepHeapSmall()
  stopGracefully()
  resumeExports()
}

/** Called by Next with what a page or a handler throws. */
export const onRequestError: Instrumentation.onRequestError = async (error, request, context) => {
  const { logPageError } = await import("@/lib/bff")
  logPageError(error, { operation: context.routePath, method: request.method })
}
