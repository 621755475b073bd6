import Link from "next/link"
import type { Operation } from "@/lib/catalogue"
import { mayPass, type ProblemDetails } from "@/lib/client"
import type { Messages } from "@/lib/client/messages"
import { messagesOf } from "@/lib/client/messages/messages-of"
import { readLocale, readTranslator } from "@/lib/client/messages/read-messages"
import { buttonVariants } from "./button"
import { GoOnLater } from "./countdown"
import { ErrorState } from "./error-state"
import { RetryButton } from "./retry-button"

type KnownCode = keyof Messages["errors"]["codes"]

export interface ProblemStateProps {
  readonly problem: ProblemDetails
  /** The requested operation, whose gates name the missing feature. */
  readonly operation?: Operation
  /** The subject of the request, in words. */
  readonly about?: string | undefined
}

const missingFeatures = ({ problem, operation }: ProblemStateProps) =>
  problem.code === "feature_not_enabled"
    ? (operation?.gates ?? []).map(({ title }) => title).join(", ")
    : ""

/** A refusal of the dashboard's API in words, with an action. */
export async function ProblemState({ problem, operation, about }: ProblemStateProps) {
  const t = await readTranslator("errors")
  const features = missingFeatures({ problem, ...(operation && { operation }) })
  const { codes } = messagesOf(await readLocale()).errors
  const isKnown = (code: string): code is KnownCode => Object.hasOwn(codes, code)
  const code = isKnown(problem.code) ? problem.code : undefined
  return (
    <ErrorState
      className="my-auto"
      isPage
      title={code ? t(`codes.${code}.title`) : t("unexpected.title")}
      requestId={problem.requestId}
      actions={
        <>
          {mayPass(problem) ? <RetryButton /> : null}
          {problem.status === 401 ? (
            <a href="/signin" className={buttonVariants({ variant: "primary" })}>
              {t("actions.signIn")}
            </a>
          ) : null}
          <Link href="/" className={buttonVariants()}>
            {t("actions.home")}
          </Link>
        </>
      }
    >
      <p>{code ? t(`codes.${code}.detail`) : problem.detail || t("unexpected.detail")}</p>
      {features ? <p>{t("needs", { features })}</p> : null}
      {features && about ? <p className="mt-2 text-xs">{about}</p> : null}
      {problem.errors?.map(({ parameter, message }) => (
        <p key={parameter}>{message}</p>
      ))}
      {problem.retryAfter ? (
        <p className="mt-1">
          <GoOnLater
            key={`${problem.requestId} ${problem.retryAfter}`}
            seconds={problem.retryAfter}
          />
        </p>
      ) : null}
    </ErrorState>
  )
}
