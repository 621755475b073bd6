import { answerSeriesRows } from "@/lib/bff"

interface Context {
  readonly params: Promise<{ dataSetId: string }>
}

/** GET tells the rows behind a cell. */
async function handle(request: Request, context: Context): Promise<Response> {
  return answerSeriesRows(request, (await context.params).dataSetId)
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
