import { answerSeriesQuestion } from "@/lib/bff"

interface Context {
  readonly params: Promise<{ dataSetId: string }>
}

/** GET answers a question about a data set's points. */
async function handle(request: Request, context: Context): Promise<Response> {
  return answerSeriesQuestion(request, (await context.params).dataSetId)
}

export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
}
