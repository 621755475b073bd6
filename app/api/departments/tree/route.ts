import { answerDepartmentTree } from "@/lib/bff"

/** GET answers all departments as the dashboard keeps them. */
const handle = (request: Request): Promise<Response> => answerDepartmentTree(request)

export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
}
