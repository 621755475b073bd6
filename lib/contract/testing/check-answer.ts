import { problems } from "../problems"
import { commonProblems, type Route } from "../route"

/** Throws unless an answer is one that its route declares: its JSON, a file, nothing, or one of its problems. */
export async function checkAnswer(route: Route, answer: Response): Promise<void> {
  const { status, headers } = answer
  const type = headers.get("content-type")?.split(";")[0] ?? ""
  const fail = (why: string): never => {
    throw new Error(`${route.method} ${route.path} answered ${status}: ${why}`)
  }
  if (status === 204) {
    const mayBeEmpty = route.answer === null || route.answer.safeParse(undefined).success
    if (!mayBeEmpty) fail("an empty answer")
    return
  }
  if (status === 499) return
  if (type === "application/problem+json") {
    const { code } = (await answer.clone().json()) as { code: keyof typeof problems }
    if (problems[code]?.status !== status) fail(`${code} with another status`)
    if (!commonProblems.includes(code) && !route.problems.includes(code))
      fail(`${code}, undeclared`)
    return
  }
  if (status < 300 && route.files?.includes(type)) return
  if (status !== 200 || route.answer === null) return fail(`${type}, undeclared`)
  const parsed = route.answer.safeParse(await answer.clone().json())
  if (!parsed.success) fail(parsed.error.message)
}
