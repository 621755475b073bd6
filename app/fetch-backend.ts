import "server-only"
import { rawTarget } from "@/lib/server/http/request-target"
import { type Backend, openedBackend } from "@/lib/server/opened"

// biome-ignore lint/style/noProcessEnv: Next puts the value in when it builds.
const isDevelopment = process.env.NODE_ENV === "development"

function requireOpened(): Backend {
  const backend = openedBackend()
  if (!backend) throw new Error("The backend is not opened.")
  return backend
}

/** The backend for Next's route handlers; in development the first caller opens it. */
export async function backendOfRoutes(): Promise<Backend> {
  if (!isDevelopment) return requireOpened()
  return openedBackend() ?? (await import("@/lib/server/backend")).openBackend()
}

/**
 * The backend for pages; in development over HTTP, so that pages and handlers share one instance.
 */
export async function fetchBackend(request: Request): Promise<Response> {
  if (!isDevelopment) return requireOpened().fetch(request)
  const { pathname, search } = new URL(request.url)
  const { loadConfig } = await import("@/lib/server/config")
  return fetch(new URL(`${pathname}${search}`, loadConfig().session.origin), request)
}

/**
 * The backend's response to a request from a Next route; in development, readiness reports missing
 * settings.
 */
export async function answerRoute(
  request: Request,
  backend: Promise<Backend> = backendOfRoutes(),
): Promise<Response> {
  try {
    const { fetch } = await backend
    return await fetch(request, { target: rawTarget(request.url) })
  } catch (error) {
    if (!isDevelopment || !(error instanceof Error) || error.name !== "ConfigError") throw error
    return Response.json({ status: "not_ready", settings: "not_configured" }, { status: 503 })
  }
}

/**
 * Same, for everything under `/api`. In development only this call reopens the backend after a
 * module changed.
 */
export async function answerApi(request: Request): Promise<Response> {
  if (!isDevelopment) return answerRoute(request)
  const opened = import("@/lib/server/backend").then(({ openBackend }) => openBackend())
  return answerRoute(request, opened)
}
