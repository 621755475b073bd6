import { answerRoute } from "@/app/fetch-backend"

export const dynamic = "force-dynamic"

/** The backend's own, for where Next is asked first. */
export const GET = (request: Request): Promise<Response> => answerRoute(request)
