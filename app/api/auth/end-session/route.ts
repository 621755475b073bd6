import { answerRoute } from "@/app/fetch-backend"

export const dynamic = "force-dynamic"

/** Served by the backend; this route covers servers where Next receives the request first. */
export const GET = (request: Request): Promise<Response> => answerRoute(request)
