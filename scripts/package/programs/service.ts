import "./own-folder"
import "@/service/main"
