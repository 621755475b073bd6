import "./own-folder"
import { printDiagnosis } from "../../print-diagnosis"
import { readSettings } from "../../read-settings"

process.exit((await printDiagnosis(readSettings(process.env), { database: true })) ? 0 : 1)
