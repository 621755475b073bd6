import { answerApi } from "@/app/fetch-backend"

export const dynamic = "force-dynamic"

/**
 * Everything under `/api` except next-auth is served by the backend's app; in production it handles
 * these requests before Next.
 */
const handle = (request: Request): Promise<Response> => answerApi(request)

export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
}
