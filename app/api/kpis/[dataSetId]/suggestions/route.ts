import { answerSeriesSuggestions } from "@/lib/bff"

interface Context {
  readonly params: Promise<{ dataSetId: string }>
}

/** GET tells what can be asked instead of a question whose values are all hidden. */
async function handle(request: Request, context: Context): Promise<Response> {
  return answerSeriesSuggestions(request, (await context.params).dataSetId)
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
