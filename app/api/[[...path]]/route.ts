import { answerApi } from "@/app/fetch-backend"

export const dynamic = "force-dynamic"

/** Everything under `/api` but next-auth, by the backend's one app; in production it has answered before Next sees the request. */
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
