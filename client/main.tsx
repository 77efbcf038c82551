/** Starts the client: the session, what was typed, the screen, and what waits to be sent. */
import { Provider } from "jotai";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App, fetchScreen } from "./app.tsx";
import { startArrivals } from "./kit/arrival.ts";
import { isProjector } from "./kit/display.ts";
import { startDrafts } from "./kit/draft.ts";
import { startHere } from "./kit/here.ts";
import { startOutgoing } from "./kit/outgoing.ts";
import { startSession } from "./kit/session.ts";
import { store } from "./kit/store.ts";
import "./style.css";

/** On a slow line the frame does not wait longer for what is in it. */
const FRAME_WITHIN = 500;

if (!isProjector(location.pathname, location.search)) startSession();
startHere();
startDrafts();
startArrivals();

// Not awaited here: what is fetched may need what is in this file.
void Promise.race([fetchScreen(), new Promise((go) => setTimeout(go, FRAME_WITHIN))]).then(() =>
  createRoot(document.getElementById("root") as HTMLElement).render(
    <StrictMode>
      <Provider store={store}>
        <App />
      </Provider>
    </StrictMode>,
  )
);

startOutgoing({
  doubts: async () => (await import("./doubts/actions.ts")).senders,
  reviews: async () => (await import("./reviews/actions.ts")).senders,
});
