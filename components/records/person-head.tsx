"use client"

import { useSyncExternalStore } from "react"
import { useTranslations } from "use-intl"
import { describePerson, userNames } from "@/lib/client"
import { CrumbName } from "../ui/crumb-name"
import { PageHead } from "../ui/page-head"
import { shortenId } from "../ui/short-id"
import { PageTitle } from "../ui/use-page-title"

/** The head of a person's page: the name, and the details from the names file. */
export function PersonHead({ id }: { readonly id: string }) {
  const t = useTranslations("insights.about")
  useSyncExternalStore(userNames.subscribe, userNames.version, () => 0)
  const name = userNames.read(id) ?? shortenId(id)
  const details = userNames.detailsOf(id)
  const facts = [describePerson(details) ?? t("person"), details?.email].filter(Boolean)
  return (
    <>
      <CrumbName id={id} name={name} />
      <PageTitle name={name} />
      <PageHead title={name}>{facts.join(" · ")}</PageHead>
    </>
  )
}
