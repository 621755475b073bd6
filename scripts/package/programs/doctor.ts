import "./own-folder"
import { examined } from "@/lib/server/doctor/examine"
import { printExamination } from "../../print-examination"
import { readSettings } from "../../read-settings"

const isSound = await printExamination(readSettings(process.env), {
  parts: examined,
  environment: process.env,
})
process.exit(isSound ? 0 : 1)
