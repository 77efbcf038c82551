/** Starts the client: the session, the drafts, the screen, and the outbox. */
import { Provider } from "jotai";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { senders as auth } from "./auth/live.ts";
import { senders as doubts } from "./doubts/actions.ts";
import { senders as reviews } from "./reviews/actions.ts";
import { senders as runs } from "./runs/actions.ts";
import { App, fetchScreen } from "./app.tsx";
import { stopKeysOfComposition } from "./kit/focus/composition.ts";
import { restoreFocusInLists } from "./kit/focus/restore-focus.ts";
import { trackNavigation } from "./kit/focus/route-focus.ts";
import { isProjector } from "./kit/app/projector-mode.ts";
import { startDrafts } from "./kit/forms/draft.ts";
import { watchActivity } from "./kit/focus/user-activity.ts";
import { watchVisits } from "./kit/news/own-news.ts";
import { startOutbox } from "./kit/data/outbox.ts";
import { startSession } from "./kit/net/session.ts";
import { store } from "./kit/net/store.ts";
import "./style.css";

/** On a slow connection, the frame is rendered after this time without the screen's code. */
const FRAME_WITHIN = 500;

stopKeysOfComposition(globalThis);
if (!isProjector(location.pathname, location.search)) startSession();
watchActivity();
restoreFocusInLists();
startDrafts();
trackNavigation();
watchVisits();

// Not awaited at the top level: the fetched code may import from this file's chunk, and would wait
// for it.
void Promise.race([fetchScreen(location), new Promise((go) => setTimeout(go, FRAME_WITHIN))]).then(
  () =>
    createRoot(document.getElementById("root") as HTMLElement).render(
      <StrictMode>
        <Provider store={store}>
          <App />
        </Provider>
      </StrictMode>,
    ),
);

startOutbox({ auth, doubts, reviews, runs });
