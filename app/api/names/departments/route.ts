import { answerDepartmentNames } from "@/lib/bff"

/** GET answers the names of all departments. */
const handle = (request: Request): Promise<Response> => answerDepartmentNames(request)

export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
}
