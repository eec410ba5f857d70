// Made by `npm run generate` from docs/schema; change the gateway, not this file.
export interface paths {
    "/api/v1/demand/submit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Submit a demand
         * @description Submit a demand; once accepted it is durable.
         *
         *     Status 200 returns the ids of the demand and its channel, the demand's understanding, or null if there is none
         *     within `wait_s` seconds, and `requester_token`, the secret that later changes of the demand need. An anonymous
         *     caller also gets it as the HttpOnly cookie `towow_requester` for the paths of this demand.
         *     Repeating the request with the same `Idempotency-Key` within 48 h returns the same demand and the same response,
         *     token included: whoever knows key, user and text gets it, so use random keys. 422 (E015) if the body differs.
         *     400 (E001) if the text or the user id is invalid, or if a demand that continues a private one is `public`.
         *     503 (E018) if the system is overloaded, or if the store does not answer: the demand may then be accepted, so
         *     repeat the request with the same `Idempotency-Key`.
         *
         *     Administrators may submit for every `user_id`, other signed-in callers only for their own: else 403 (E013).
         *     Anonymous callers may submit public demands for users without a key if the gateway is open: else 401 (E012). A
         *     gateway without keys accepts all. 404 (E002) if there is no demand `follows` or the caller may not see it.
         */
        post: operations["submitDemand"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/demands/{demand_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a demand
         * @description Cancel a demand. Status 202 confirms the request; it takes effect later, with `towow.demand.cancelled`.
         *
         *     The response body has the demand's id and the status `cancelling`. An agreement reached before is not undone;
         *     only work in progress is stopped. 409 (E014) if the demand is closed. 503 (E018) if the store does not answer;
         *     the request can be repeated.
         *
         *     Allowed for its signed-in user, for administrators, and for whoever sends the demand's `requester_token`, as
         *     `X-Requester-Token` or as the cookie of the submission: else 403 (E013), on a gateway without keys, too.
         *     404 (E002) if there is no such demand or the caller may not see it.
         */
        post: operations["cancelDemand"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/demands/{demand_id}/understanding": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change what was understood
         * @description Replace fields of the understanding of an interactive demand before anyone is invited, or end that time.
         *
         *     Status 200 returns the whole understanding once the change is in the log, as `towow.demand.revised`, and the
         *     time for changes starts again. `{"go": true}` ends it at once and takes the default of an open question. Of two
         *     changes at the same time both count, one after the other. Repeating a request with the same `Idempotency-Key`
         *     within 48 h changes nothing more.
         *
         *     400 (E001) if a field is unknown or invalid, or no need would be left; 409 (E014) if the understanding is not
         *     there yet or the candidates are already being chosen, `details.status` being the phase; 422 (E015) if the key
         *     was used with another body. 503 (E018) if the store does not answer, or the change is not in the log within
         *     10 s: it is stored and may take effect later.
         *
         *     Allowed for whoever may cancel the demand: else 403 (E013). 404 (E002) if there is no such demand or the caller
         *     may not see it.
         */
        post: operations["reviseUnderstanding"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/demands/{demand_id}/answers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Answer a question about a demand
         * @description Answer an open question of a demand. Status 202 confirms it by the question's id.
         *
         *     `question` of the demand, about what was understood, is answered by an option or in own words, after which the
         *     demand is understood once more, together with them. Each of its `questions`, about a limit of the demand that a
         *     plan leaves, is answered by the option `keep` or `allow`.
         *
         *     The answer takes effect later, with `towow.question.answered`. Only the first one counts; repeating the same
         *     answer is accepted again.
         *
         *     400 (E001) if there is no such option, if both or neither of `option` and `text` are given, or if a question
         *     about a limit is answered in own words; 404 (E019) if there is no such question; 409 (E014) if it has another
         *     answer already, or is over. 503 (E018) if the store does not answer; the request can be repeated.
         *
         *     Allowed for whoever may cancel the demand: else 403 (E013). 404 (E002) if there is no such demand or the caller
         *     may not see it.
         */
        post: operations["answerDemandQuestion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/demands/{demand_id}/decision": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve an outcome or ask for a change
         * @description Approve the outcome of a demand, or ask for a change of it, also after the demand is closed.
         *
         *     Status 202 returns the decision, as the demand and lists of demands show it from now on. An agreement can be
         *     approved; an agreement or a failure can be answered with a change, which opens a demand that follows this one:
         *     its text is this demand's, then a line "Change: …" with `text`. Its id is `demand_id`, and an anonymous caller
         *     gets its `requester_token`, also as a cookie. The first decision counts; repeating the same one is accepted.
         *
         *     400 (E001) if a change has no `text`, or one that is too long with the demand's; 409 (E014) if the demand has no
         *     such outcome, or another decision was taken: `details.status` is it. 503 (E018) if the system is overloaded or
         *     the store does not answer; the request can be repeated.
         *
         *     Allowed for whoever may cancel the demand: else 403 (E013). 404 (E002) if there is no such demand or the caller
         *     may not see it.
         */
        post: operations["decideDemand"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/demands": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List demands, newest first
         * @description List the demands that the caller may see, newest first.
         *
         *     Status 200 returns a page: `items` with at most `limit` summaries (1 to 200), and the cursor `next`. Only
         *     demands that pass all of the given filters `user_id`, `status` and `follows` are listed. A gateway without keys
         *     lists private demands only with `user_id`. To get the next page, repeat the request with `before` set to `next`;
         *     the last page has no `next`. 400 (E001) if `before` is not such a cursor, 404 (E002) if the caller may not see
         *     `follows` or there is none, 503 (E018) if the store does not answer.
         */
        get: operations["listDemands"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/demands/{demand_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a demand
         * @description Return the current state of the demand, its own channel and its subnets, with status 200.
         *
         *     The state is projected from the event log; `decision`, the requester's, is kept beside it.
         *     404 (E002) if there is no such demand, or if the caller may not see it. 503 (E018) if the store does not answer.
         */
        get: operations["getDemand"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/demands/{demand_id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the events of a demand
         * @description Return the events after `after` in the order of `seq`, for clients that cannot keep a stream open.
         *
         *     Status 200 returns a page at once, even if there are no new events: `events` with at most `limit` log entries,
         *     `last_seq`, which is `after` if the page is empty, and `closed`.
         *     To read on, repeat the request with `after` set to `last_seq`, until `closed` is true.
         *     404 (E002) if there is no such demand, or if the caller may not see it. 503 (E018) if the store does not answer.
         */
        get: operations["getEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/negotiations/{demand_id}/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stream the events of a demand
         * @description Stream every event after the cursor, each once and in order. Reconnect to any gateway with the last `id`.
         *
         *     Status 200 is a `text/event-stream`, which ends after `towow.demand.closed`. Status 204, without a body, means
         *     that the demand is closed and its last event was already received.
         *     The cursor is the `id` of the last event received, in the header `Last-Event-ID` or, if that is missing, in
         *     `after`. Without either, or if it is malformed, the stream starts with the first event.
         *     404 (E002) if there is no such demand, or if the caller may not see it; 429 (E017) if the signed-in caller, or
         *     the address of an anonymous one, has too many open streams; 503 (E018) if the store does not answer or this
         *     gateway has too many open streams.
         */
        get: operations["streamEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/demands/{demand_id}/presentations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Present a demand with a remote control
         * @description Create a presentation, which relays commands from remote controls to a stage. Status 201 has its token.
         *
         *     Whoever has the token may control the stage for 12 h. The store has a digest of it only.
         *
         *     404 (E002) if there is no such demand or the caller may not see it. 503 (E018) if the store does not answer.
         */
        post: operations["createPresentation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/demands/{demand_id}/presentations/{presentation_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the state of a presentation
         * @description Return what the stage shows and the newest commands, with status 200; no token is needed.
         *
         *     With `wait_s` the response waits until `revision` is greater than `after`, at most so many seconds.
         *
         *     404 (E019) if there is no such presentation, or no longer; 404 (E002) if there is no such demand or the caller
         *     may not see it. 503 (E018) if the store does not answer.
         */
        get: operations["getPresentation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/demands/{demand_id}/presentations/{presentation_id}/commands": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Control the stage of a presentation
         * @description Send a command to the stage. Status 202 returns its number; of several remotes the last command counts.
         *
         *     400 (E001) if `speed` is given without the action `speed`, or that without it; 403 (E013) if the token is not
         *     the presentation's; 404 (E019) if there is no such presentation, or no longer; 404 (E002) if there is no such
         *     demand or the caller may not see it. 503 (E018) if the store does not answer; the command may be stored.
         */
        post: operations["commandPresentation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/demands/{demand_id}/presentations/{presentation_id}/display": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Say what the stage shows
         * @description Say what the stage shows, so that its remotes can show it. Status 204 has no body.
         *
         *     403 (E013) if the token is not the presentation's; 404 (E019) if there is no such presentation, or no longer;
         *     404 (E002) if there is no such demand or the caller may not see it. 503 (E018) if the store does not answer.
         */
        put: operations["reportDisplay"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/channels/{channel_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a channel
         * @description Return the current state of a channel, a demand's own or one of its subnets', with status 200.
         *
         *     404 (E007) if there is no such channel yet, or if it belongs to a demand that the caller may not see.
         *     503 (E018) if the store does not answer.
         */
        get: operations["getChannel"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/agents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List or search agents
         * @description Return the agents that match `q` best, with the words that matched; without `q` the first ones by id.
         *
         *     Agents whose id is `q` or whose name contains it as whole words come first, then active agents whose profile
         *     matches, by descending relevance, then agents with `q` as a part of a word of their name. Among them, those that
         *     match every word of `q` come first.
         *
         *     `location` and `capability` leave the agents that are there and have that skill, by any of their known names, in
         *     Chinese or English; `language` (a code) those that list it; `max_price` those that ask for at most so many whole
         *     units of `currency`, lowered to one of the prices that `facets` count, since no agent's own price is public.
         *     With `facets` the choices that are left are counted.
         *
         *     Status 200 returns at most `limit` agents (1 to 200) in `items`, with their public fields only; `items` is empty
         *     if none matches. Every caller may, signed in or not. `total` is the number of all agents, whether they match or
         *     not. 400 (E001) for an invalid parameter. 503 (E018) if the registry does not answer.
         */
        get: operations["listAgents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/agents/{agent_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an agent
         * @description Return the public fields of an agent, active or not, with status 200, to every caller, signed in or not.
         *
         *     404 (E008) if there is no such agent. 503 (E018) if the registry does not answer.
         */
        get: operations["getAgent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/session/agents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the caller's own agents
         * @description Return the agents whose `user_id` is the caller's, active or not, with status 200.
         *
         *     `items` has their public fields, ordered by id; it is empty for anonymous callers.
         *     503 (E018) if the registry does not answer.
         */
        get: operations["listOwnAgents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/agents/{agent_id}/attendance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Attend an agent
         * @description Attend the agent for 150 s, during which its invitations and plans wait for the person's answer.
         *
         *     Status 200 returns the lease: `attended_until` is its end, and `waits_s` the maximum number of seconds that the
         *     agent waits for each answer, 0 if agents never wait. Repeat the request to extend the lease; the web app does so
         *     every 20 s.
         *
         *     Allowed for the agent's own user and administrators: 401 (E012) if the caller must sign in, 403 (E013) for the
         *     agents of others, 404 (E008) if there is no such agent. 503 (E018) if the store does not answer; the request can
         *     be repeated.
         */
        put: operations["attendAgent"];
        post?: never;
        /**
         * Stop attending an agent
         * @description Stop attending the agent at once. Status 204 has no body, also if nobody attends the agent.
         *
         *     Questions already asked stay open until their own deadline. This ends the attendance of all pages for
         *     this agent; another open page attends it again within 20 s.
         *
         *     Allowed for the agent's own user and administrators: 401 (E012) if the caller must sign in, 403 (E013) for the
         *     agents of others, 404 (E008) if there is no such agent. 503 (E018) if the store does not answer; the request can
         *     be repeated.
         */
        delete: operations["leaveAgent"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/agents/{agent_id}/questions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the open questions of an agent
         * @description Return the open questions of the agent, with status 200, the one with the earliest `until` first.
         *
         *     `items` has the questions; answered and expired ones and those of closed demands are left out. `answered` has
         *     those that the person has answered and may answer otherwise, since there is no verdict yet.
         *     `attended_until`: end of the attendance, absent if nobody attends the agent. `now`: time of the server's clock.
         *
         *     Allowed for the agent's own user and administrators: 401 (E012) if the caller must sign in, 403 (E013) for the
         *     agents of others, 404 (E008) if there is no such agent. 503 (E018) if the store does not answer.
         */
        get: operations["listQuestions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/agents/{agent_id}/questions/{question_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Answer a question in an agent's place
         * @description Answer a question. Status 202 confirms the answer by the question's id; it takes effect later.
         *
         *     The body is an InvitationAnswer for a question of the kind `invitation`, a ReviewAnswer for a `review`.
         *     `terms` are what it asks for as values, such as the fee in minor units (pence, fen). Repeating the same answer
         *     is accepted again. Another one replaces the person's earlier answer until there is a verdict: on an invitation,
         *     until the answers are no longer collected; on a plan, until its version is evaluated. An answer that arrives
         *     there too late changes nothing.
         *
         *     400 (E001) if the body is not of this kind; 404 (E019) if the agent has no such question; 409 (E014) if it has
         *     another answer that can no longer be changed, or is over.
         *
         *     Allowed for the agent's own user and administrators: 401 (E012) if the caller must sign in, 403 (E013) for the
         *     agents of others, 404 (E008) if there is no such agent. 503 (E018) if the store does not answer; the answer may
         *     be stored, and the request can be repeated.
         */
        post: operations["answerQuestion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/i/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the questions to the holder of an invitation link
         * @description Return the questions to the person with this link, the newest first, and what is needed to decide them.
         *
         *     With status 200. Questions whose time or demand is over are left out, unless their answer can still be changed;
         *     an answered one has its `answer`.
         *
         *     Needs no key. 404 (E019) if the link is unknown, expired or revoked, which is not told apart; 429 (E017) if too
         *     many invalid links came from this address. 503 (E018) if the store does not answer.
         */
        get: operations["listLinkQuestions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/i/{token}/attendance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Attend an agent by an invitation link
         * @description Attend the agent of this link for 150 s, during which its invitations and plans wait for the person.
         *
         *     Status 200 returns the lease, as `PUT agents/{agent_id}/attendance` does. Needs no key. 404 (E019) if the link
         *     is not valid; 429 (E017), 503 (E018) as above.
         */
        put: operations["attendByLink"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/i/{token}/answers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Answer a question by an invitation link
         * @description Answer a question to the person with this link, or ask for more time. Status 202 confirms it.
         *
         *     An answer (`telling`) takes effect later, with an event that has `answered_by: person`. `later` (`postponed`)
         *     has the agent wait as long as the negotiation allows, until the question's `can_wait_until`. Until the
         *     verdict another answer replaces it; repeating the same answer is accepted again.
         *
         *     Needs no key. 400 (E001) if the body is invalid; 404 (E019) if the link is not valid or the agent has no such
         *     question; 409 (E014) if the question has an answer that stays, or is over. 429 (E017), 503 (E018) as above.
         */
        post: operations["answerByLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/demands/{demand_id}/pending-answers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the people who are asked now
         * @description Return the agents whose people are asked in this negotiation now, and until when each one is waited for.
         *
         *     With status 200; the earliest `until` first, and without what they are asked. `items` is empty once the
         *     negotiation has closed.
         *
         *     Allowed for whoever may cancel the demand: else 403 (E013). 404 (E002) if there is no such demand or the caller
         *     may not see it. 503 (E018) if the store does not answer.
         */
        get: operations["listPendingAnswers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/people/{agent_id}/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the invitation links of an agent's person
         * @description Return the valid links of an agent's person, with status 200, without their secrets.
         *
         *     Allowed for the agent's own user and administrators: 401 (E012) if the caller must sign in, 403 (E013) for the
         *     agents of others, 404 (E008) if there is no such agent. 503 (E018) if the store does not answer.
         */
        get: operations["listInvitationLinks"];
        put?: never;
        /**
         * Make an invitation link
         * @description Make a link by which one person answers for this agent without a key, until the link ends or is revoked.
         *
         *     Status 201 returns it with `path`, the path of the page, which has the secret in it and is told only now.
         *     Without a body the link is valid for 14 days.
         *
         *     Allowed for the agent's own user and administrators: 401 (E012) if the caller must sign in, 403 (E013) for the
         *     agents of others, 404 (E008) if there is no such agent. 503 (E018) if the store does not answer.
         */
        post: operations["createInvitationLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/people/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List all invitation links
         * @description Return the valid links of all agents, with status 200, without their secrets.
         *
         *     Administrators only: 401 (E012) if the caller must sign in, else 403 (E013). 503 (E018) if the store does not
         *     answer.
         */
        get: operations["listAllInvitationLinks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/people/invitations/{link_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an invitation link
         * @description Revoke a link at once. Status 204 has no body. Answers that were given by it stay.
         *
         *     Allowed for the agent's own user and administrators: 401 (E012) if the caller must sign in, 403 (E013) for the
         *     agents of others. 404 (E019) if there is no such link, or no longer. 503 (E018) if the store does not answer.
         */
        delete: operations["revokeInvitationLink"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/agents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add an agent
         * @description Add an agent. Status 201 returns its complete profile, with the defaults of omitted fields.
         *
         *     The header `Location` is the path of the agent's public fields.
         *
         *     Administrators only: 401 (E012) if the caller must sign in, else 403 (E013). 409 (E014) if its id is
         *     already registered. 503 (E018) if the registry does not answer; the agent may be stored.
         */
        post: operations["addAgent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/agents/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import agents as JSON Lines
         * @description Add or replace agents from JSON Lines, one profile per line, at most 8 MiB in all and 64 KiB per line.
         *
         *     Status 200 returns the counts `imported` (added agents), `updated` (replaced ones) and `rejected` (invalid
         *     lines), and `errors` with the number of each invalid line. The other lines are imported; blank lines are
         *     skipped. The imported agents are found by words at once, and by meaning a little later.
         *
         *     Administrators only: 401 (E012) if the caller must sign in, else 403 (E013). 400 (E001) if the body is empty,
         *     413 (E016) if it is too large, 415 (E020) if its Content-Type is neither JSON Lines, JSON nor plain text.
         *     503 (E018) if the registry does not answer; some agents may be stored, and the request can be repeated.
         */
        post: operations["importAgents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/agents/import/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Show what an import would change
         * @description Return what an import of the same body would do, with status 200; nothing is stored.
         *
         *     `added`, `changed` and `unchanged` are numbers of agents, `rejected` that of invalid lines, which `errors` has
         *     with their reasons. `changes` has at most 1000 agents that are added or changed, with their profiles until then
         *     and in the file; `repeated` the lines that a later one with the same id makes void.
         *
         *     Administrators only, and with the errors of an import.
         */
        post: operations["previewImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/agents/import/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo an import
         * @description Undo an import, given its `changes` as the preview returned them; at most 1000 and 16 MiB.
         *
         *     Added agents are deleted, replaced ones restored. Those that were changed since stay as they are, and are named
         *     in `kept`. The agents decline or withdraw where they take part already. The request can be repeated.
         *
         *     Administrators only: 401 (E012) if the caller must sign in, else 403 (E013). 400 (E001) if the body is invalid,
         *     413 (E016) if it is too large, 415 (E020) if it is not JSON. 503 (E018) if the registry does not answer; some
         *     of it may be undone.
         */
        post: operations["undoImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/agents/{agent_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the complete profile of an agent
         * @description Return the complete profile of an agent, active or not, with status 200.
         *
         *     It includes the fields that other users cannot see.
         *
         *     Administrators only: 401 (E012) if the caller must sign in, else 403 (E013). 404 (E008) if there is no
         *     such agent. 503 (E018) if the registry does not answer.
         */
        get: operations["getProfile"];
        /**
         * Add or replace an agent
         * @description Add the agent (status 201), or replace its complete profile (status 200).
         *
         *     Both return the complete profile, with the defaults of omitted fields.
         *
         *     Administrators only: 401 (E012) if the caller must sign in, else 403 (E013). 409 (E014) if `agent_id`
         *     in the path and in the body differ. 503 (E018) if the registry does not answer; the request can be repeated.
         */
        put: operations["putAgent"];
        post?: never;
        /**
         * Remove an agent
         * @description Remove the agent. Status 204 has no body.
         *
         *     The agent is not invited any more, and declines or withdraws where it takes part now.
         *
         *     Administrators only: 401 (E012) if the caller must sign in, else 403 (E013). 404 (E008) if there is no
         *     such agent. 503 (E018) if the registry does not answer; the agent may be removed.
         */
        delete: operations["deleteAgent"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/channels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List open demands, oldest first
         * @description Return the oldest open demands, at most `limit` (1 to 1000), each with its channel's state, with status 200.
         *
         *     They are in `items`, oldest first; `total` is the number of all open demands. `age_s` counts from the
         *     submission, `idle_s` from the last event; a demand is `stuck` after 600 s without an event.
         *
         *     Administrators only: 401 (E012) if the caller must sign in, else 403 (E013). 503 (E018) if the store does not
         *     answer.
         */
        get: operations["listOpenChannels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/channels/{demand_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a demand as an administrator
         * @description Cancel a demand, whoever stated it. Status 202 confirms the request; it takes effect later.
         *
         *     The event `towow.demand.cancelled` names the administrator, or `administrator` on a gateway without keys. An
         *     agreement reached before is not undone; only work in progress is stopped.
         *
         *     Administrators only: 401 (E012) if the caller must sign in, else 403 (E013). 404 (E002) if there is no such
         *     demand. 409 (E014) if it is closed. 503 (E018) if the store does not answer; the request can be repeated.
         */
        post: operations["cancelOpenDemand"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deliberations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a user's sessions, newest first
         * @description List the sessions of one user, newest first.
         *
         *     Status 200 returns a page: `items` with at most `limit` sessions (1 to 200), and the cursor `next` unless the
         *     list surely ends with it. It is empty without a user: an anonymous caller has to name one, and with API keys
         *     gets nothing; a signed-in caller gets their own, an administrator anybody's. To get the next page, repeat the
         *     request with `before` set to `next`. 400 (E001) if `before` is not such a cursor, 503 (E018) if the store does
         *     not answer.
         */
        get: operations["listSessions"];
        put?: never;
        /**
         * Start a session and stream its events
         * @description Start a session; once the stream begins it is durable, and goes on without this client.
         *
         *     Status 200 is a `text/event-stream` of all events of the session, which ends with `data: [DONE]` after the event
         *     `session_ended`. Its header `X-Session-Id` names the session: after a disconnect, resume with
         *     `GET /deliberations/{session_id}/stream` and the last `id`; to end the session, use `…/terminate`.
         *     Repeating the request with the same `Idempotency-Key` within 48 h streams the same session from its first event.
         *     422 (E015) if the body differs.
         *     400 (E001) if the message is blank or has more than 8,000 characters, or another field is invalid. 409 (E014) if
         *     the conversation has a running session: `details.id` is its id. 429 (E017) if the user has too many running
         *     sessions, or the caller too many open streams. 503 (E018) if the system is overloaded, or if the store does not
         *     answer: the session may then be accepted, so repeat the request with the same `Idempotency-Key`.
         *
         *     With API keys, `userId` must be the user of the key (administrators: any), else 403 (E013). Without a key, 401
         *     (E012) unless the gateway is open and `userId` is nobody's with a key. A session belongs to its user; for
         *     everybody else it does not exist, except that a guest's may be used by whoever knows its id.
         */
        post: operations["startSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deliberations/{session_id}/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stream the events of a session
         * @description Stream every event after the cursor, each once and in order. Reconnect to any gateway with the last `id`.
         *
         *     Status 200 is a `text/event-stream`, which ends with `data: [DONE]` after the event `session_ended`. Status 204,
         *     without a body, means that the session has ended and its last event was already received.
         *     The cursor is the `id` of the last event received, in the header `Last-Event-ID` or, if that is missing, in
         *     `after`. Without either, or if it is malformed, the stream starts with the first event.
         *     404 (E019) if there is no such session or it is somebody else's; 429 (E017) if the signed-in caller, or the
         *     address of an anonymous one, has too many open streams; 503 (E018) if the store does not answer or this gateway
         *     has too many open streams.
         */
        get: operations["streamSession"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deliberations/{session_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a session as its page shows it
         * @description Return the session as the page shows it: what folding its events up to `lastSeq` gives. Status 200.
         *
         *     404 (E019) if there is no such session or it is somebody else's. 503 (E018) if the store does not answer.
         */
        get: operations["getSession"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deliberations/{session_id}/state": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the state of a session
         * @description Return the state of the session: agents, history, trend, and what it waits for until when. Status 200.
         *
         *     404 (E019) if there is no such session or it is somebody else's. 503 (E018) if the store does not answer.
         */
        get: operations["getSessionState"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deliberations/{session_id}/terminate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End a session
         * @description End the session. Status 202 confirms the request; `session_ended` follows within 2 s.
         *
         *     What the agents are still working on is dropped, and there is no report unless the system is set to write one.
         *     404 (E019) if there is no such session or it is somebody else's. 409 (E014) with its status if it has ended. 503
         *     (E018) if the store does not answer; the request can be repeated.
         */
        post: operations["terminateSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deliberations/{session_id}/plan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the plan of a session
         * @description Return the plan of the report; before there is one, the planner's last plan. Status 200.
         *
         *     404 (E019) if there is no plan yet, or no such session, or it is somebody else's. 503 (E018) if the store does
         *     not answer.
         */
        get: operations["getSessionPlan"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deliberations/{session_id}/todos": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the to-dos of a session
         * @description Return the to-dos of the plan in the report, one per task. Status 200.
         *
         *     As JSON: `items`. As iCalendar or Markdown: a file to download. Without `format`, the header `Accept` decides.
         *     404 (E019) if there is no report yet, or no such session, or it is somebody else's. 503 (E018) if the store does
         *     not answer.
         */
        get: operations["getSessionTodos"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/games": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a user's games, newest first
         * @description List the games of one user, newest first.
         *
         *     Status 200 returns a page: `items` with at most `limit` games (1 to 200), and the cursor `next` unless the list
         *     surely ends with it. It is empty without a user: an anonymous caller has to name one, and with API keys gets
         *     nothing; a signed-in caller gets their own, an administrator anybody's. To get the next page, repeat the request
         *     with `before` set to `next`. 400 (E001) if `before` is not such a cursor, 503 (E018) if the store does not
         *     answer.
         */
        get: operations["listGames"];
        put?: never;
        /**
         * Start a game
         * @description Start a game that this service referees. Status 201 returns it as its page shows it.
         *
         *     The header `Location` is its path. The team decides the moves of its seats, each within
         *     TOWOW_GAME_MOVE_TIME; to follow it, stream `…/stream`. Texts of the game are in the language of
         *     `Accept-Language`. Repeating the request with the same `Idempotency-Key` within 48 h returns the same game; 422
         *     (E015) if the body differs.
         *     400 (E001) if the game is unknown, an opponent is named beside a person, or another field is invalid. 429 (E017)
         *     if the user has too many running games. 503 (E018) if the system is overloaded or the store does not answer.
         *
         *     With API keys, `user_id` must be the user of the key (administrators: any), else 403 (E013). Without a key, 401
         *     (E012) unless the gateway is open and `user_id` is nobody's with a key. A game belongs to its user; for
         *     everybody else it does not exist, except that a guest's may be used by whoever knows its id.
         */
        post: operations["startGame"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/games/{game_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a game as its page shows it
         * @description Return the game as its page shows it: what folding its events up to `last_seq` gives. Status 200.
         *
         *     404 (E019) if there is no such game or it is somebody else's. 503 (E018) if the store does not answer.
         */
        get: operations["getGame"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/games/{game_id}/move": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a move
         * @description Make a move of the person. Status 202 confirms the request; `towow.game.move_played` follows.
         *
         *     `ply` is the number that the move gets, from 1. Repeating the same move with the same number has no further
         *     effect. A move that loses the game at once is accepted.
         *     400 (E001) if the point is off the board or has a stone. 404 (E019) if there is no such game or it is somebody
         *     else's. 409 (E014) if it is not the person's turn, the next move has another number, another move was sent for
         *     this one, or the game is over: `details.status` says which number is next. 503 (E018) if the store does not
         *     answer; the request can be repeated.
         */
        post: operations["playMove"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/games/{game_id}/resign": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give up
         * @description Give the game up. Status 202 confirms the request; `towow.game.ended` follows.
         *
         *     404 (E019) if there is no such game or it is somebody else's. 409 (E014) if it is over or no person plays. 503
         *     (E018) if the store does not answer; the request can be repeated.
         */
        post: operations["resignGame"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/games/{game_id}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take back one's last move
         * @description Take back the person's last move and what followed it. Status 202; `towow.game.moves_removed` follows.
         *
         *     `ply` is the number of moves on the board now. 404 (E019) if there is no such game or it is somebody else's. 409
         *     (E014) if there is another number of moves, none of the person's, or the game is over. 503 (E018) if the store
         *     does not answer; the request can be repeated.
         */
        post: operations["takeBackMove"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/games/{game_id}/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stream the events of a game
         * @description Stream every event after the cursor, each once and in order. Reconnect to any gateway with the last `id`.
         *
         *     Status 200 is a `text/event-stream`, which ends after `towow.game.ended`. Status 204, without a body, means that
         *     the game has ended and its last event was already received.
         *     The cursor is the `id` of the last event received, in the header `Last-Event-ID` or, if that is missing, in
         *     `after`. Without either, or if it is malformed, the stream starts with the first event.
         *     404 (E019) if there is no such game or it is somebody else's; 429 (E017) if the signed-in caller, or the address
         *     of an anonymous one, has too many open streams; 503 (E018) if the store does not answer or this gateway has too
         *     many open streams.
         */
        get: operations["streamGame"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/dead-letters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List dead letters
         * @description Return the oldest dead letters, at most `limit` (1 to 1000), with status 200.
         *
         *     They are in `items`, oldest first; `total` is the number of all dead letters.
         *
         *     Administrators only: 401 (E012) if the caller must sign in, else 403 (E013). 503 (E018) if the store does not
         *     answer.
         */
        get: operations["listDeadLetters"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/dead-letters/{letter_id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resend a dead letter
         * @description Schedule the message of a dead letter to be sent again as a first attempt, and remove the dead letter.
         *
         *     Status 200 returns the id of the dead letter and the status `resent`; the message is sent shortly afterwards.
         *
         *     Administrators only: 401 (E012) if the caller must sign in, else 403 (E013). 404 (E019) if there is no
         *     dead letter with this id. 503 (E018) if the store does not answer; the request can be repeated.
         */
        post: operations["resendDeadLetter"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/breaker": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the model's circuit breaker
         * @description Return the state of the model's circuit breaker, which all workers share, with status 200.
         *
         *     `state` and `failures` are absent if the model has no circuit breaker. While it is open there is `until`, the
         *     time from which a probe is allowed, and before that time `since`, the time at which it opened.
         *
         *     Administrators only: 401 (E012) if the caller must sign in, else 403 (E013). 503 (E018) if the store does not
         *     answer.
         */
        get: operations["getBreaker"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/breaker/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Close the model's circuit breaker
         * @description Close the circuit breaker for all workers, so that the next model call is made.
         *
         *     Status 200 returns a BreakerState: `model`, `state` (closed), `failures` (0). Without a circuit breaker nothing
         *     changes, and only `model` is returned.
         *
         *     Administrators only: 401 (E012) if the caller must sign in, else 403 (E013). 503 (E018) if the store does not
         *     answer; the request can be repeated.
         */
        post: operations["resetBreaker"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/dead-letters/{letter_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a dead letter
         * @description Remove a dead letter for good. Status 200 returns its id and the status `deleted`.
         *
         *     Administrators only: 401 (E012) if the caller must sign in, else 403 (E013). 404 (E019) if there is no dead
         *     letter with this id (any more). 503 (E018) if the store does not answer; the request can be repeated.
         */
        delete: operations["deleteDeadLetter"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/dead-letters/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resend several dead letters, or all of one reason
         * @description Schedule the messages of dead letters to be sent again as first attempts, and remove these dead letters.
         *
         *     The body has either `ids` or a `reason`; of a reason, the oldest 100 are resent at most, and `more` says whether
         *     to repeat the request. Status 200 returns what became of each: those in `gone` were no longer there, those in
         *     `refused` are undecodable: they would fail again, or be obeyed in a forged sender's name.
         *
         *     Administrators only: 401 (E012) if the caller must sign in, else 403 (E013). 503 (E018) if the store does not
         *     answer; some may be resent by then, and the request can be repeated.
         */
        post: operations["resendDeadLetters"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/dead-letters/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete several dead letters, or all of one reason
         * @description Remove dead letters for good.
         *
         *     The body has either `ids` or a `reason`; of a reason, the oldest 100 are deleted at most, and `more` says
         *     whether to repeat the request. Status 200 returns what became of each: those in `gone` were no longer there.
         *
         *     Administrators only: 401 (E012) if the caller must sign in, else 403 (E013). 503 (E018) if the store does not
         *     answer; some may be deleted by then, and the request can be repeated.
         */
        post: operations["deleteDeadLetters"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/system": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the state of the whole system
         * @description Return the state of the whole system, at most 2 s old, with status 200, also while services do not answer.
         *
         *     `checks` say in `detail` and `hint` what `towow doctor` says about broker, store, registry, workers and circuit
         *     breaker; the other fields are the figures behind them. What is not known while a service does not answer is
         *     absent, and its check says so. The counts in `open` are at most 10 s old.
         *
         *     Administrators only: 401 (E012) if the caller must sign in, else 403 (E013).
         */
        get: operations["getSystem"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the current session
         * @description Return the current user and their role, with status 200.
         *
         *     `user_id` is null if the caller is anonymous; `admin` is whether the caller may administer; `sign_in` is whether
         *     this gateway supports sign-in.
         */
        get: operations["whoAmI"];
        put?: never;
        /**
         * Sign in
         * @description Exchange an API key for a session cookie (HttpOnly, SameSite=Strict) that is valid for 12 h.
         *
         *     Status 200 sets the cookie and returns `user_id`, `admin` (whether the user may administer) and `sign_in`: true.
         *     401 (E012) if the key is not known to this gateway, and 429 (E017) after too many such keys from one address. A
         *     known key is accepted nevertheless.
         */
        post: operations["signIn"];
        /**
         * Sign out
         * @description Delete the session cookie in the browser. Status 204 has no body, also if there was no session.
         *
         *     The gateway stores no sessions: a copy of the cookie stays valid until it expires.
         */
        delete: operations["signOut"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/LMMRunning/add/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a move in a game of another server
         * @description Accept a request for a move. Status 200 answers at once; the move follows at TOWOW_GAME_CALLBACK_URL.
         *
         *     The body is a form or JSON. The decision is made within `allowedTimeout` less 5 s or half of it, whichever is
         *     less; below 6,000 ms by the engine alone. The same request again returns the same `request_id`, and there is one
         *     decision, which is delivered again if its delivery has failed. Texts are in the language of `Accept-Language`,
         *     by default in Chinese.
         *     400 (E001) with each field that is wrong: missing or malformed, an unknown game or another one than before, a
         *     board of the wrong size or that contradicts the history, an impossible move, a game that is over. 403 (E013) if
         *     the game is another user's. 409 (E014) if the game has ended before, or its last move could not be delivered.
         *     503 (E018) if the system is overloaded or the store does not answer; the request can be repeated. With API keys,
         *     401 (E012) without one unless the gateway is open.
         */
        post: operations["requestDecision"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check liveness
         * @description Return status 200 and `{"ok": true}` while the process serves requests.
         */
        get: operations["healthz"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check readiness
         * @description Return the state of each dependency, with status 200 if the store and its functions are usable, else 503.
         *
         *     `ready` says the same; `checks` has one entry per dependency, with `ok` false if it is unusable or does not
         *     answer within 1 s. Without the broker the gateway is ready, because accepted requests wait in the store.
         */
        get: operations["readyz"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get metrics for Prometheus
         * @description Return the metrics in the Prometheus text format, with status 200.
         *
         *     Metrics read from the store keep their last value while it is unavailable.
         */
        get: operations["metrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * AdjustmentSummary
         * @description What prompt 6 did to the plan (TW-506). `round` is set by the channel, whatever the model wrote.
         */
        AdjustmentSummary: {
            /**
             * Round
             * @default 1
             */
            round?: number;
            /**
             * Changes Made
             * @default []
             */
            changes_made?: components["schemas"]["Change"][];
            /**
             * Requests Addressed
             * @default []
             */
            requests_addressed?: string[];
            /**
             * Requests Declined
             * @default []
             */
            requests_declined?: components["schemas"]["DeclinedRequest"][];
        };
        /**
         * AgentFacets
         * @description Choices by which a list of agents can be narrowed down; each counts with the filters of the other facets.
         */
        AgentFacets: {
            /** Locations */
            locations: components["schemas"]["FacetItem"][];
            /** Capabilities */
            capabilities: components["schemas"]["FacetItem"][];
            /** Languages */
            languages: components["schemas"]["FacetItem"][];
            /** Prices */
            prices: components["schemas"]["PriceFacetItem"][];
        };
        /**
         * AgentPage
         * @description Agents: best matches first, without a search text by id. `total`: the number of all agents.
         *
         *     `found`: the number of those that the filters leave, of a search at most 1000; `matching_all`: how many of the first
         *     ones match every word of the search text; `facets`: absent unless asked for.
         */
        AgentPage: {
            /** Items */
            items: components["schemas"]["AgentSearchHit"][];
            /** Total */
            total: number;
            /** Found */
            found?: number | null;
            /** Matching All */
            matching_all?: number | null;
            facets?: components["schemas"]["AgentFacets"] | null;
        };
        /**
         * AgentSearchHit
         * @description An agent in a list. `matched`: the words of the search text that it matched.
         */
        AgentSearchHit: {
            /** Agent Id */
            agent_id: string;
            /** Display Name */
            display_name: string;
            /** Summary */
            summary: string;
            /** Capabilities */
            capabilities: string[];
            /** Tags */
            tags: string[];
            /** Location */
            location?: string | null;
            /** Languages */
            languages: string[];
            /** Remote */
            remote: boolean;
            /** Active */
            active: boolean;
            /** Matched */
            matched?: string[] | null;
        };
        /**
         * AgentState
         * @description Status of one agent, and its last output (DL-107, DL-108).
         */
        AgentState: {
            /**
             * Status
             * @default idle
             * @enum {string}
             */
            status?: "idle" | "waiting" | "running" | "completed" | "skipped" | "failed";
            /** Last Output */
            last_output?: (components["schemas"]["PlannerOutput"] | components["schemas"]["CriticOutput"] | components["schemas"]["PositionOutput"] | components["schemas"]["HostOutput"] | components["schemas"]["ReporterOutput"]) | null;
        };
        /**
         * AnswerReceipt
         * @description An accepted answer of a person; the event that follows has `answered_by: person`.
         */
        AnswerReceipt: {
            /** Question Id */
            question_id: string;
            /**
             * Status
             * @default telling
             * @constant
             */
            status?: "telling";
        };
        /**
         * AnsweredQuestion
         * @description A question to the requester, and its answer.
         */
        AnsweredQuestion: {
            /** QuestionOpened */
            question: {
                /** Question Id */
                question_id: string;
                /**
                 * About
                 * @enum {string}
                 */
                about: "understanding" | "limit";
                /** Aspect */
                aspect?: string | null;
                /** Text */
                text: string;
                /** Options */
                options: components["schemas"]["OptionText"][];
                /** Default */
                default: string;
                /**
                 * Until
                 * Format: date-time
                 */
                until: string;
                /** Proposal Version */
                proposal_version?: number | null;
            };
            /** QuestionAnswered */
            answer: {
                /** Question Id */
                question_id: string;
                /** Option */
                option?: string | null;
                /** Text */
                text?: string | null;
                /**
                 * Answered By
                 * @enum {string}
                 */
                answered_by: "person" | "timeout";
            };
        };
        /**
         * AnsweredQuestionItem
         * @description A question that the person has answered; another answer replaces `answer`.
         */
        AnsweredQuestionItem: {
            /** Question Id */
            question_id: string;
            /** Agent Id */
            agent_id: string;
            /**
             * Kind
             * @enum {string}
             */
            kind: "invitation" | "review";
            /** Demand Id */
            demand_id: string;
            /** Channel Id */
            channel_id: string;
            /**
             * Language
             * @enum {string}
             */
            language: "zh" | "en";
            /** Surface Demand */
            surface_demand: string;
            /**
             * Needs
             * @default []
             */
            needs?: string[];
            limits?: components["schemas"]["DemandLimits"] | null;
            context?: components["schemas"]["DemandContext"] | null;
            /** Raw Input */
            raw_input?: string | null;
            /** Filter Reason */
            filter_reason?: string | null;
            /** Fits */
            fits?: components["schemas"]["NeedFit"][] | null;
            /** Round */
            round: number;
            /** Max Rounds */
            max_rounds?: number | null;
            proposal?: components["schemas"]["Proposal"] | null;
            your_assignment?: components["schemas"]["Assignment"] | null;
            your_offer?: components["schemas"]["Offer"] | null;
            /**
             * Asked At
             * Format: date-time
             */
            asked_at: string;
            /**
             * Until
             * Format: date-time
             */
            until: string;
            /**
             * Answer By
             * Format: date-time
             */
            answer_by: string;
            /** Watchable */
            watchable: boolean;
            /** Asked By */
            asked_by?: string | null;
            /**
             * Others
             * @default []
             */
            others?: string[];
            fee?: components["schemas"]["Money"] | null;
            /** Answer */
            answer: components["schemas"]["InvitationAnswer"] | components["schemas"]["ReviewAnswer"];
        };
        /**
         * Assignment
         * @description One role and who holds it. `need`: the id of the need that it meets. `reserve`: the holder steps in only if another one cannot. `terms`: on which it is held.
         */
        Assignment: {
            /** Agent Id */
            agent_id: string;
            /**
             * Display Name
             * @default
             */
            display_name?: string;
            /** Role */
            role: string;
            /**
             * Responsibility
             * @default
             */
            responsibility?: string;
            /**
             * Dependencies
             * @default []
             */
            dependencies?: string[];
            /**
             * Is Confirmed
             * @default false
             */
            is_confirmed?: boolean;
            /**
             * Required
             * @default false
             */
            required?: boolean;
            /** Need */
            need?: string | null;
            /**
             * Reserve
             * @default false
             */
            reserve?: boolean;
            terms?: components["schemas"]["Terms"] | null;
            /**
             * Notes
             * @default
             */
            notes?: string;
        };
        /**
         * AttendanceLease
         * @description Time until which an agent waits for its person unless the lease is renewed.
         *
         *     `waits_s`: maximum seconds that it waits for each answer; 0 if agents never wait.
         */
        AttendanceLease: {
            /** Agent Id */
            agent_id: string;
            /**
             * Attended Until
             * Format: date-time
             */
            attended_until: string;
            /** Waits S */
            waits_s: number;
        };
        /**
         * BreakerState
         * @description The model's circuit breaker. `state` is absent if it has none.
         *
         *     `since`: when an open one opened, after its last probe failed; `until`: when it allows the next probe.
         */
        BreakerState: {
            /**
             * Model
             * @enum {string}
             */
            model: "anthropic" | "simulated" | "scenario";
            /** State */
            state?: ("closed" | "open" | "half_open") | null;
            /** Failures */
            failures?: number | null;
            /** Since */
            since?: string | null;
            /** Until */
            until?: string | null;
        };
        /**
         * CallEntry
         * @description Call of a tool. `forced_by` is the hook that made it; `loop` what the called agent does.
         */
        CallEntry: {
            /**
             * Kind
             * @default call
             * @constant
             */
            kind?: "call";
            /** Agent */
            agent: ("strategist" | "tactician" | "endgame_specialist") | ("rule_analyst" | "opening_expert" | "attack_analyst" | "defense_analyst" | "local_tactics_expert" | "endgame_calculator" | "undo_reevaluator");
            /** Call Id */
            call_id: string;
            /** Tool */
            tool: string;
            /** Arguments */
            arguments: {
                [key: string]: unknown;
            };
            /** Forced By */
            forced_by?: string | null;
            result?: components["schemas"]["CallResult"] | null;
            loop?: components["schemas"]["LoopView"] | null;
        };
        /**
         * CallResult
         * @description Result of a call.
         */
        CallResult: {
            /** Is Error */
            is_error: boolean;
            /** Content */
            content: string;
            /** Duration Ms */
            duration_ms: number;
        };
        /**
         * CancellationResponse
         * @description An accepted cancellation; the event `towow.demand.cancelled` follows once it has taken effect.
         */
        CancellationResponse: {
            /** Demand Id */
            demand_id: string;
            /**
             * Status
             * @default cancelling
             * @constant
             */
            status?: "cancelling";
        };
        /**
         * CandidateMove
         * @description Move that somebody recommends (GH-98).
         *
         *     Attributes:
         *         score: Expected result for the team: 0 lost, 0.5 balanced, 1 won.
         *         source: Origin: `engine` (best moves of a search), `evaluation` (a search after this move), `book`, or an agent.
         *         verified: Whether an engine computed the score; an agent's own is an opinion.
         *         proof: Result with best play, if it is proved.
         *         is_bound: Whether the score is an upper bound only.
         *         match: Similarity of the board with that of a book move, 1 for the same; absent for other moves.
         *         ply: Number of plies on the board that it was computed for.
         */
        CandidateMove: {
            /** X */
            x: number;
            /** Y */
            y: number;
            /** Score */
            score: number;
            /** Source */
            source: string;
            /**
             * Reason
             * @default
             */
            reason?: string;
            /**
             * Verified
             * @default false
             */
            verified?: boolean;
            /** Proof */
            proof?: ("won" | "drawn" | "lost") | null;
            /** Is Bound */
            is_bound?: boolean | null;
            /** Match */
            match?: number | null;
            /** Ply */
            ply: number;
        };
        /**
         * CandidateView
         * @description An invited agent: reason of the invitation, offer, last feedback and all feedback.
         */
        CandidateView: {
            /** Agent Id */
            agent_id: string;
            /** Display Name */
            display_name: string;
            /** Reason */
            reason: string;
            /** Relevance Score */
            relevance_score: number;
            /** Is Fallback */
            is_fallback: boolean;
            /** Offer */
            offer: {
                /**
                 * Fallback
                 * @default false
                 */
                fallback?: boolean;
                /** Offer Id */
                offer_id: string;
                /** Agent Id */
                agent_id: string;
                /** Display Name */
                display_name: string;
                /**
                 * Response Type
                 * @enum {string}
                 */
                response_type: "offer" | "negotiate";
                /**
                 * Decision
                 * @enum {string}
                 */
                decision: "participate" | "decline" | "conditional";
                /** Contribution */
                contribution?: string | null;
                /**
                 * Conditions
                 * @default []
                 */
                conditions?: string[];
                /**
                 * Negotiation Points
                 * @default []
                 */
                negotiation_points?: components["schemas"]["NegotiationPoint"][];
                terms?: components["schemas"]["Terms"] | null;
                /** Negotiation Summary */
                negotiation_summary?: string | null;
                /**
                 * Reasoning
                 * @default
                 */
                reasoning?: string;
                /** Decline Reason */
                decline_reason?: string | null;
                /** Confidence */
                confidence: number;
                /** Late */
                late?: boolean | null;
                /** Answered By */
                answered_by?: ("person" | "agent") | null;
            } | null;
            /** Feedback */
            feedback: {
                /**
                 * Fallback
                 * @default false
                 */
                fallback?: boolean;
                /** Agent Id */
                agent_id: string;
                /** Display Name */
                display_name: string;
                /**
                 * Feedback Type
                 * @enum {string}
                 */
                feedback_type: "accept" | "negotiate" | "reject" | "withdraw";
                /** Reasoning */
                reasoning: string;
                /** Adjustment Request */
                adjustment_request?: string | null;
                terms?: components["schemas"]["Terms"] | null;
                /**
                 * Concerns
                 * @default []
                 */
                concerns?: string[];
                /** Confidence */
                confidence: number;
                /** Round */
                round: number;
                /** Proposal Version */
                proposal_version: number;
                /** Answered By */
                answered_by?: ("person" | "agent") | null;
            } | null;
            /** Feedbacks */
            feedbacks: {
                /**
                 * Fallback
                 * @default false
                 */
                fallback?: boolean;
                /** Agent Id */
                agent_id: string;
                /** Display Name */
                display_name: string;
                /**
                 * Feedback Type
                 * @enum {string}
                 */
                feedback_type: "accept" | "negotiate" | "reject" | "withdraw";
                /** Reasoning */
                reasoning: string;
                /** Adjustment Request */
                adjustment_request?: string | null;
                terms?: components["schemas"]["Terms"] | null;
                /**
                 * Concerns
                 * @default []
                 */
                concerns?: string[];
                /** Confidence */
                confidence: number;
                /** Round */
                round: number;
                /** Proposal Version */
                proposal_version: number;
                /** Answered By */
                answered_by?: ("person" | "agent") | null;
            }[];
        };
        /**
         * Change
         * @description One thing an adjustment changed, and whose requests it met; `terms` hold the new value, if they can.
         */
        Change: {
            /** Aspect */
            aspect: string;
            /**
             * Before
             * @default
             */
            before?: string;
            /**
             * After
             * @default
             */
            after?: string;
            /**
             * Reason
             * @default
             */
            reason?: string;
            /**
             * Requested By
             * @default []
             */
            requested_by?: string[];
            terms?: components["schemas"]["Terms"] | null;
        };
        /**
         * Channel
         * @description A negotiation channel.
         *
         *     `pending`: no agent is invited yet. `proposal_version` and `current_round` count from 1. `feedback` and the counts
         *     refer to the version under review; an agent that has withdrawn counts only as withdrawn. `last_state_check`: time
         *     of the channel's last change.
         */
        Channel: {
            /** Channel Id */
            channel_id: string;
            /** Demand Id */
            demand_id: string;
            /** Pending */
            pending: boolean;
            /**
             * Status
             * @enum {string}
             */
            status: "created" | "broadcasting" | "collecting" | "aggregating" | "proposal_sent" | "negotiating" | "finalized" | "force_finalized" | "failed" | "cancelled";
            /** Demand Data */
            demand_data: {
                /**
                 * Fallback
                 * @default false
                 */
                fallback?: boolean;
                /** Surface Demand */
                surface_demand: string;
                deep_understanding: components["schemas"]["DeepUnderstanding"];
                /** Capability Tags */
                capability_tags: string[];
                context: components["schemas"]["DemandContext"];
                /**
                 * Confidence
                 * @enum {string}
                 */
                confidence: "high" | "medium" | "low";
                /**
                 * Needs
                 * @default []
                 */
                needs?: components["schemas"]["Need"][];
                /** @default {} */
                limits?: components["schemas"]["DemandLimits"];
                /**
                 * Limit Words
                 * @default []
                 */
                limit_words?: components["schemas"]["LimitWords"][];
                /**
                 * Preferences
                 * @default []
                 */
                preferences?: string[];
                /**
                 * Not Wanted
                 * @default []
                 */
                not_wanted?: components["schemas"]["TextSpan"][];
                /**
                 * Background
                 * @default []
                 */
                background?: components["schemas"]["TextSpan"][];
                /**
                 * Not Understood
                 * @default []
                 */
                not_understood?: components["schemas"]["TextSpan"][];
                /**
                 * Register
                 * @default neutral
                 * @enum {string}
                 */
                register?: "festive" | "neutral" | "grave";
                /**
                 * Title
                 * @default
                 */
                title?: string;
                terms?: components["schemas"]["Terms"] | null;
                question?: components["schemas"]["UnderstandingQuestion"] | null;
            } | null;
            /** Candidates */
            candidates: {
                /** Agent Id */
                agent_id: string;
                /** Display Name */
                display_name: string;
                /** Reason */
                reason: string;
                /** Relevance Score */
                relevance_score: number;
                /**
                 * Is Fallback
                 * @default false
                 */
                is_fallback?: boolean;
                /**
                 * Fits
                 * @default []
                 */
                fits?: components["schemas"]["NeedFit"][];
            }[];
            /** Responses */
            responses: {
                [key: string]: {
                    /**
                     * Fallback
                     * @default false
                     */
                    fallback?: boolean;
                    /** Offer Id */
                    offer_id: string;
                    /** Agent Id */
                    agent_id: string;
                    /** Display Name */
                    display_name: string;
                    /**
                     * Response Type
                     * @enum {string}
                     */
                    response_type: "offer" | "negotiate";
                    /**
                     * Decision
                     * @enum {string}
                     */
                    decision: "participate" | "decline" | "conditional";
                    /** Contribution */
                    contribution?: string | null;
                    /**
                     * Conditions
                     * @default []
                     */
                    conditions?: string[];
                    /**
                     * Negotiation Points
                     * @default []
                     */
                    negotiation_points?: components["schemas"]["NegotiationPoint"][];
                    terms?: components["schemas"]["Terms"] | null;
                    /** Negotiation Summary */
                    negotiation_summary?: string | null;
                    /**
                     * Reasoning
                     * @default
                     */
                    reasoning?: string;
                    /** Decline Reason */
                    decline_reason?: string | null;
                    /** Confidence */
                    confidence: number;
                    /** Late */
                    late?: boolean | null;
                    /** Answered By */
                    answered_by?: ("person" | "agent") | null;
                };
            };
            /** Expected Responses */
            expected_responses: string[];
            /** Current Proposal */
            current_proposal: {
                /** Summary */
                summary: string;
                /**
                 * Objective
                 * @default
                 */
                objective?: string;
                /**
                 * Assignments
                 * @default []
                 */
                assignments?: components["schemas"]["Assignment"][];
                /**
                 * @default {
                 *       "milestones": []
                 *     }
                 */
                timeline?: components["schemas"]["Timeline"];
                /**
                 * Rationale
                 * @default
                 */
                rationale?: string;
                /**
                 * Success Criteria
                 * @default []
                 */
                success_criteria?: string[];
                /**
                 * Risks
                 * @default []
                 */
                risks?: string[];
                /**
                 * Gaps
                 * @default []
                 */
                gaps?: components["schemas"]["Gap"][];
                /**
                 * Confidence
                 * @default medium
                 * @enum {string}
                 */
                confidence?: "high" | "medium" | "low";
                adjustment_summary?: components["schemas"]["AdjustmentSummary"] | null;
                /** Proposal Id */
                proposal_id: string;
                /** Demand Id */
                demand_id: string;
                /** Version */
                version: number;
                /**
                 * Round
                 * @default 1
                 */
                round?: number;
                /**
                 * Adjusted
                 * @default false
                 */
                adjusted?: boolean;
                /**
                 * Adjustment Failed
                 * @default false
                 */
                adjustment_failed?: boolean;
                /**
                 * Is Forced
                 * @default false
                 */
                is_forced?: boolean;
                /**
                 * Confirmed Participants
                 * @default []
                 */
                confirmed_participants?: string[];
                /**
                 * Optional Participants
                 * @default []
                 */
                optional_participants?: string[];
                /**
                 * Totals
                 * @default []
                 */
                totals?: components["schemas"]["Money"][];
                /**
                 * Findings
                 * @default []
                 */
                findings?: components["schemas"]["Finding"][];
                /**
                 * Created At
                 * Format: date-time
                 */
                created_at: string;
            } | null;
            /** Proposal Version */
            proposal_version: number;
            /** Feedback */
            feedback: {
                [key: string]: {
                    /**
                     * Fallback
                     * @default false
                     */
                    fallback?: boolean;
                    /** Agent Id */
                    agent_id: string;
                    /** Display Name */
                    display_name: string;
                    /**
                     * Feedback Type
                     * @enum {string}
                     */
                    feedback_type: "accept" | "negotiate" | "reject" | "withdraw";
                    /** Reasoning */
                    reasoning: string;
                    /** Adjustment Request */
                    adjustment_request?: string | null;
                    terms?: components["schemas"]["Terms"] | null;
                    /**
                     * Concerns
                     * @default []
                     */
                    concerns?: string[];
                    /** Confidence */
                    confidence: number;
                    /** Round */
                    round: number;
                    /** Proposal Version */
                    proposal_version: number;
                    /** Answered By */
                    answered_by?: ("person" | "agent") | null;
                };
            };
            /** Current Round */
            current_round: number;
            /** Max Rounds */
            max_rounds: number;
            /** Accept Count */
            accept_count: number;
            /** Reject Count */
            reject_count: number;
            /** Negotiate Count */
            negotiate_count: number;
            /** Withdraw Count */
            withdraw_count: number;
            /** Parent Channel Id */
            parent_channel_id?: string;
            /** Depth */
            depth: number;
            /** Subnet Ids */
            subnet_ids: string[];
            /** Created At */
            created_at: string;
            /** Last Updated At */
            last_updated_at: string;
            /** Last State Check */
            last_state_check: string;
            /** Recovery Attempts */
            recovery_attempts: number;
            /** Max Recovery Attempts */
            max_recovery_attempts: number;
        };
        /**
         * ChannelView
         * @description View of one channel, the demand's own or a subnet's. `round` and `max_rounds` are 0 until they are known.
         *
         *     `understanding` includes all revisions. `question`: the open one about the understanding. `questions`: the open ones
         *     about limits that a plan leaves, at most one for each `aspect`. `review_until`: end of the time for changes of the
         *     understanding, null once the phase is no longer `reviewing`.
         */
        ChannelView: {
            /** Channel Id */
            channel_id: string;
            /**
             * Status
             * @enum {string}
             */
            status: "processing" | "finalized" | "force_finalized" | "failed" | "cancelled";
            /**
             * Phase
             * @enum {string}
             */
            phase: "understanding" | "reviewing" | "filtering" | "collecting" | "aggregating" | "negotiating" | "asking" | "adjusting" | "after" | "closed";
            /**
             * Channel Status
             * @enum {string}
             */
            channel_status: "created" | "broadcasting" | "collecting" | "aggregating" | "proposal_sent" | "negotiating" | "finalized" | "force_finalized" | "failed" | "cancelled";
            /** Depth */
            depth: number;
            /** Parent Channel Id */
            parent_channel_id?: string;
            /** Created At */
            created_at: string;
            /** Updated At */
            updated_at: string;
            /** Deadline */
            deadline?: string;
            /** Understanding */
            understanding: {
                /**
                 * Fallback
                 * @default false
                 */
                fallback?: boolean;
                /** Surface Demand */
                surface_demand: string;
                deep_understanding: components["schemas"]["DeepUnderstanding"];
                /** Capability Tags */
                capability_tags: string[];
                context: components["schemas"]["DemandContext"];
                /**
                 * Confidence
                 * @enum {string}
                 */
                confidence: "high" | "medium" | "low";
                /**
                 * Needs
                 * @default []
                 */
                needs?: components["schemas"]["Need"][];
                /** @default {} */
                limits?: components["schemas"]["DemandLimits"];
                /**
                 * Limit Words
                 * @default []
                 */
                limit_words?: components["schemas"]["LimitWords"][];
                /**
                 * Preferences
                 * @default []
                 */
                preferences?: string[];
                /**
                 * Not Wanted
                 * @default []
                 */
                not_wanted?: components["schemas"]["TextSpan"][];
                /**
                 * Background
                 * @default []
                 */
                background?: components["schemas"]["TextSpan"][];
                /**
                 * Not Understood
                 * @default []
                 */
                not_understood?: components["schemas"]["TextSpan"][];
                /**
                 * Register
                 * @default neutral
                 * @enum {string}
                 */
                register?: "festive" | "neutral" | "grave";
                /**
                 * Title
                 * @default
                 */
                title?: string;
                terms?: components["schemas"]["Terms"] | null;
                question?: components["schemas"]["UnderstandingQuestion"] | null;
            } | null;
            /** Question */
            question?: {
                /** Question Id */
                question_id: string;
                /**
                 * About
                 * @enum {string}
                 */
                about: "understanding" | "limit";
                /** Aspect */
                aspect?: string | null;
                /** Text */
                text: string;
                /** Options */
                options: components["schemas"]["OptionText"][];
                /** Default */
                default: string;
                /**
                 * Until
                 * Format: date-time
                 */
                until: string;
                /** Proposal Version */
                proposal_version?: number | null;
            } | null;
            /** Questions */
            questions?: {
                /** Question Id */
                question_id: string;
                /**
                 * About
                 * @enum {string}
                 */
                about: "understanding" | "limit";
                /** Aspect */
                aspect?: string | null;
                /** Text */
                text: string;
                /** Options */
                options: components["schemas"]["OptionText"][];
                /** Default */
                default: string;
                /**
                 * Until
                 * Format: date-time
                 */
                until: string;
                /** Proposal Version */
                proposal_version?: number | null;
            }[];
            /** Answered Questions */
            answered_questions?: components["schemas"]["AnsweredQuestion"][];
            /** Revisions */
            revisions?: {
                /** Changes */
                changes: components["schemas"]["FieldChange"][];
                /**
                 * Changed By
                 * @enum {string}
                 */
                changed_by: "user" | "answer";
            }[];
            /** Review Until */
            review_until?: string | null;
            /** Candidates */
            candidates: components["schemas"]["CandidateView"][];
            /** Proposal */
            proposal: {
                /** Summary */
                summary: string;
                /**
                 * Objective
                 * @default
                 */
                objective?: string;
                /**
                 * Assignments
                 * @default []
                 */
                assignments?: components["schemas"]["Assignment"][];
                /**
                 * @default {
                 *       "milestones": []
                 *     }
                 */
                timeline?: components["schemas"]["Timeline"];
                /**
                 * Rationale
                 * @default
                 */
                rationale?: string;
                /**
                 * Success Criteria
                 * @default []
                 */
                success_criteria?: string[];
                /**
                 * Risks
                 * @default []
                 */
                risks?: string[];
                /**
                 * Gaps
                 * @default []
                 */
                gaps?: components["schemas"]["Gap"][];
                /**
                 * Confidence
                 * @default medium
                 * @enum {string}
                 */
                confidence?: "high" | "medium" | "low";
                adjustment_summary?: components["schemas"]["AdjustmentSummary"] | null;
                /** Proposal Id */
                proposal_id: string;
                /** Demand Id */
                demand_id: string;
                /** Version */
                version: number;
                /**
                 * Round
                 * @default 1
                 */
                round?: number;
                /**
                 * Adjusted
                 * @default false
                 */
                adjusted?: boolean;
                /**
                 * Adjustment Failed
                 * @default false
                 */
                adjustment_failed?: boolean;
                /**
                 * Is Forced
                 * @default false
                 */
                is_forced?: boolean;
                /**
                 * Confirmed Participants
                 * @default []
                 */
                confirmed_participants?: string[];
                /**
                 * Optional Participants
                 * @default []
                 */
                optional_participants?: string[];
                /**
                 * Totals
                 * @default []
                 */
                totals?: components["schemas"]["Money"][];
                /**
                 * Findings
                 * @default []
                 */
                findings?: components["schemas"]["Finding"][];
                /**
                 * Created At
                 * Format: date-time
                 */
                created_at: string;
            } | null;
            review: components["schemas"]["ReviewView"] | null;
            /** Round */
            round: number;
            /** Max Rounds */
            max_rounds: number;
            /** Evaluations */
            evaluations: {
                /** Round */
                round: number;
                /** Proposal Version */
                proposal_version: number;
                /** Sent */
                sent: number;
                /** Answered */
                answered: number;
                /** Silent */
                silent: number;
                /** Accepts */
                accepts: number;
                /** Rejects */
                rejects: number;
                /** Negotiates */
                negotiates: number;
                /** Withdraws */
                withdraws: number;
                /** Accept Rate */
                accept_rate: number | null;
                /**
                 * Decision
                 * @enum {string}
                 */
                decision: "finalize" | "renegotiate" | "force_finalize" | "fail";
                /** Rule */
                rule: number;
            }[];
            /** Bargains */
            bargains: {
                /** Agent Id */
                agent_id: string;
                /** Display Name */
                display_name: string;
                /** Bargain Type */
                bargain_type: string;
                /** Content */
                content: string;
                /** Current Value */
                current_value?: string | null;
                /** Desired Value */
                desired_value?: string | null;
                terms?: components["schemas"]["Terms"] | null;
                /** Round */
                round: number;
            }[];
            /** Withdrawn */
            withdrawn: {
                /** Complete */
                complete?: boolean | null;
                /** Needs */
                needs?: components["schemas"]["NeedOutcome"][] | null;
                /** Missing */
                missing?: string[] | null;
                /** Agent Id */
                agent_id: string;
                /** Display Name */
                display_name: string;
                /** Reason */
                reason: string;
                /** Round */
                round: number;
            }[];
            outcome: components["schemas"]["OutcomeView"] | null;
        };
        /**
         * CheckResult
         * @description Result of one check. `hint` says what to do; empty if it succeeded.
         */
        CheckResult: {
            /** Name */
            name: string;
            /** Ok */
            ok: boolean;
            /** Detail */
            detail: string;
            /**
             * Hint
             * @default
             */
            hint?: string;
        };
        /**
         * CommandReceipt
         * @description An accepted command, by its number.
         */
        CommandReceipt: {
            /** Number */
            number: number;
        };
        /**
         * Condition
         * @description One condition in words, and what it is about.
         */
        Condition: {
            /**
             * Kind
             * @default other
             * @enum {string}
             */
            kind?: "food" | "end_time" | "deposit" | "notice" | "credit" | "recording" | "equipment" | "travel" | "payment" | "helper" | "outline" | "weather" | "safety" | "children" | "advertising" | "other";
            /** Text */
            text: string;
        };
        /**
         * Constraints
         * @description Findings that the next turns must address, at most 5, and reasons that they must not repeat (DL-68).
         */
        Constraints: {
            /**
             * Must Address
             * @default []
             */
            must_address?: string[];
            /**
             * Avoid
             * @default []
             */
            avoid?: string[];
        };
        /**
         * Contribution
         * @description What one agent could still do.
         */
        Contribution: {
            /** Agent Id */
            agent_id: string;
            /** Can */
            can: string;
        };
        /**
         * CostView
         * @description Cost so far: paid model calls, tokens and US dollars; `totals` come with the last event.
         */
        CostView: {
            /** Calls */
            calls: number;
            /** Tokens */
            tokens: number;
            /** Usd */
            usd: number;
            /** DemandTotals */
            totals?: {
                /** Model Calls */
                model_calls: number;
                /** Fallback Calls */
                fallback_calls: number;
                /** Input Tokens */
                input_tokens: number;
                /** Output Tokens */
                output_tokens: number;
                /** Cost Usd */
                cost_usd: number;
                /** Duration Ms */
                duration_ms: number;
            };
        };
        /**
         * CriticMetadata
         * @description Position and critique (DL-45…57).
         */
        CriticMetadata: {
            position: components["schemas"]["Position"];
            critique: components["schemas"]["Critique"];
        };
        /**
         * CriticOutput
         * @description Output of the critic with a critique.
         */
        CriticOutput: {
            /** Round */
            round: number;
            /** Content */
            content: string;
            /**
             * Timestamp
             * Format: date-time
             */
            timestamp: string;
            /** Fallback */
            fallback?: boolean | null;
            /**
             * Agent Id
             * @default critic
             * @constant
             */
            agent_id?: "critic";
            /**
             * Output Type
             * @default critique
             * @constant
             */
            output_type?: "critique";
            metadata: components["schemas"]["CriticMetadata"];
        };
        /**
         * Critique
         * @description Critique of the output of `target_agent` in `target_round`; round 0 is the user's goal itself (DL-57).
         */
        Critique: {
            /**
             * Target Agent
             * @default planner
             * @enum {string}
             */
            target_agent?: "host" | "planner" | "critic" | "reporter";
            /** Target Round */
            target_round: number;
            /**
             * Risks
             * @default []
             */
            risks?: components["schemas"]["Risk"][];
            /**
             * Suggestions
             * @default []
             */
            suggestions?: components["schemas"]["Suggestion"][];
            validity_check: components["schemas"]["ValidityCheck"];
        };
        /**
         * DeadLetterChanges
         * @description Result for the selected dead letters.
         *
         *     `changed`: resent or deleted; `gone`: there was none with this id any more; `refused`: undecodable, not resent.
         *     `more`: there are others of the reason; repeat the request.
         */
        DeadLetterChanges: {
            /** Changed */
            changed: string[];
            /** Gone */
            gone: string[];
            /** Refused */
            refused: string[];
            /** More */
            more: boolean;
        };
        /**
         * DeadLetterItem
         * @description A dead letter. Sender, recipient and demand are null if its message cannot be decoded.
         */
        DeadLetterItem: {
            /** Id */
            id: string;
            /** Queue */
            queue: string;
            /** Message Type */
            message_type: string;
            /** Reason */
            reason: string;
            /** Error */
            error: string;
            /** Attempts */
            attempts: number;
            /** First Seen */
            first_seen: string;
            /** Sender */
            sender: string | null;
            /** Recipient */
            recipient: string | null;
            /** Demand Id */
            demand_id: string | null;
        };
        /**
         * DeadLetterPage
         * @description Dead letters, oldest first. `total`: the number of all dead letters.
         */
        DeadLetterPage: {
            /** Items */
            items: components["schemas"]["DeadLetterItem"][];
            /** Total */
            total: number;
        };
        /**
         * DecisionAcceptance
         * @description An accepted request of a game server; the decision follows at its callback.
         */
        DecisionAcceptance: {
            /**
             * Accepted
             * @default true
             * @constant
             */
            accepted?: true;
            /** Request Id */
            request_id: string;
        };
        /**
         * DecisionRefusal
         * @description Request for a decision that was refused, with the problem.
         */
        DecisionRefusal: {
            /** Request Id */
            request_id: string;
            /** Problem */
            problem: string;
            /** Detail */
            detail: string;
        };
        /**
         * DecisionResponse
         * @description The decision that was taken.
         *
         *     `demand_id`: the demand that a change opened. `requester_token`: the secret that later changes of that demand need;
         *     absent for signed-in callers, who need none.
         */
        DecisionResponse: {
            /**
             * Decision
             * @enum {string}
             */
            decision: "approve" | "change";
            /** Decided At */
            decided_at: string;
            /** Text */
            text?: string | null;
            /** Demand Id */
            demand_id?: string | null;
            /** Requester Token */
            requester_token?: string | null;
        };
        /**
         * DecisionView
         * @description Decision that was made, with its reason.
         *
         *     Attributes:
         *         threat: Danger for whoever moved, after the move.
         *         overruled: Move of the team that this one replaces.
         *         delivery: How its delivery to a game server ended.
         */
        DecisionView: {
            /** Request Id */
            request_id?: string | null;
            /** Ply */
            ply: number;
            /** X */
            x: number;
            /** Y */
            y: number;
            /** Agent */
            agent?: ("strategist" | "tactician" | "endgame_specialist") | null;
            /** Reason */
            reason?: string | null;
            /** Source */
            source?: ("llm" | "engine" | "fallback") | null;
            /** Threat */
            threat?: number | null;
            /** Loops */
            loops?: number | null;
            /** Elapsed Ms */
            elapsed_ms?: number | null;
            /** Overruled */
            overruled?: [
                number,
                number
            ] | null;
            /** Delivery */
            delivery?: string | null;
        };
        /**
         * DeclinedRequest
         * @description A request that the adjustment did not meet, and why.
         */
        DeclinedRequest: {
            /** Request */
            request: string;
            /**
             * Reason
             * @default
             */
            reason?: string;
        };
        /**
         * DeepUnderstanding
         * @description What lies behind the words: why somebody wants it, and how they would like it to be.
         */
        DeepUnderstanding: {
            /**
             * Motivation
             * @default
             */
            motivation?: string;
            /**
             * Likely Preferences
             * @default []
             */
            likely_preferences?: string[];
            /** Emotional Context */
            emotional_context?: string | null;
        };
        /**
         * DeletionReceipt
         * @description Confirmation that a dead letter was removed for good.
         */
        DeletionReceipt: {
            /** Id */
            id: string;
            /**
             * Status
             * @default deleted
             * @constant
             */
            status?: "deleted";
        };
        /**
         * DemandContext
         * @description Where, how many people, when, and for how much; only what the demand says.
         */
        DemandContext: {
            /** Location */
            location?: string | null;
            /** Expected Attendees */
            expected_attendees?: number | null;
            /** Date */
            date?: string | null;
            /** Budget */
            budget?: string | null;
        };
        /**
         * DemandItem
         * @description Summary of a demand, with what its agreed plan is worth.
         *
         *     `surface_demand` is absent until the demand is understood; until then `raw_input` has the first 200 characters of
         *     the original text. `closed_at` is absent until it is closed. `follows`: id of the demand that it continues.
         *     `decision`: the requester's, which is kept beside the log.
         */
        DemandItem: {
            /** Complete */
            complete?: boolean;
            /** Needs */
            needs?: {
                /** Id */
                id: string;
                /** Need */
                need: string;
                /** Met */
                met: boolean;
                /**
                 * Holders
                 * @default []
                 */
                holders?: string[];
            }[];
            /** Missing */
            missing?: string[];
            /** Demand Id */
            demand_id: string;
            /** Channel Id */
            channel_id: string;
            /**
             * Status
             * @enum {string}
             */
            status: "processing" | "finalized" | "force_finalized" | "failed" | "cancelled";
            /** Surface Demand */
            surface_demand?: string;
            /** Raw Input */
            raw_input?: string;
            /** Follows */
            follows?: string;
            /** User Id */
            user_id: string;
            /** Created At */
            created_at: string;
            /** Closed At */
            closed_at?: string;
            /** Round */
            round: number;
            decision?: components["schemas"]["RequesterDecision"];
        };
        /**
         * DemandLimits
         * @description Limits that the demand states and a plan must keep; leave out the others.
         */
        DemandLimits: {
            /** Place */
            place?: string | null;
            /**
             * Dates
             * @default []
             */
            dates?: string[];
            /**
             * Weekdays
             * @default []
             */
            weekdays?: number[];
            /**
             * Not On
             * @default []
             */
            not_on?: string[];
            people?: components["schemas"]["PeopleRange"] | null;
            budget?: components["schemas"]["Money"] | null;
            /** Language */
            language?: string | null;
            /** Hours */
            hours?: string | null;
        };
        /**
         * DemandPage
         * @description A page of demands, newest first. `next`: value of `before` for the next page; absent on the last one.
         */
        DemandPage: {
            /** Items */
            items?: components["schemas"]["DemandItem"][];
            /** Next */
            next?: string;
        };
        /**
         * DemandRevised
         * @description Change of the understanding by the requester (`user`) or by the answer to a question.
         *
         *     `understanding` is the whole new one; `review_until`: as in `towow.demand.understood`. Without changes the requester
         *     keeps the time for them running; without `review_until` either, and no question open, they have ended it.
         */
        DemandRevised: {
            /** Demand Id */
            demand_id: string;
            /** Channel Id */
            channel_id: string;
            understanding: components["schemas"]["DemandUnderstanding"];
            /** Changes */
            changes: components["schemas"]["FieldChange"][];
            /**
             * Changed By
             * @enum {string}
             */
            changed_by: "user" | "answer";
            /** Review Until */
            review_until?: string | null;
        };
        /**
         * DemandUnderstanding
         * @description The answer of prompt 1 (TW-501, INTERFACES § 6). Every content word of the demand belongs to exactly one part.
         *
         *     `limit_words` are the words that state `limits`; after a revision, only of those that stayed. `background` holds the
         *     words that only explain: the occasion, the reason, what the requester has already. `tone` is called `register` in
         *     JSON. `terms`: what the requester offers or requires beyond the limits, such as a rate of pay or when it ends.
         */
        DemandUnderstanding: {
            /** Surface Demand */
            surface_demand: string;
            /**
             * @default {
             *       "motivation": "",
             *       "likely_preferences": []
             *     }
             */
            deep_understanding?: components["schemas"]["DeepUnderstanding"];
            /**
             * Capability Tags
             * @default []
             */
            capability_tags?: string[];
            /** @default {} */
            context?: components["schemas"]["DemandContext"];
            /**
             * Confidence
             * @default medium
             * @enum {string}
             */
            confidence?: "high" | "medium" | "low";
            /**
             * Needs
             * @default []
             */
            needs?: components["schemas"]["Need"][];
            /** @default {} */
            limits?: components["schemas"]["DemandLimits"];
            /**
             * Limit Words
             * @default []
             */
            limit_words?: components["schemas"]["LimitWords"][];
            /**
             * Preferences
             * @default []
             */
            preferences?: string[];
            /**
             * Not Wanted
             * @default []
             */
            not_wanted?: components["schemas"]["TextSpan"][];
            /**
             * Background
             * @default []
             */
            background?: components["schemas"]["TextSpan"][];
            /**
             * Not Understood
             * @default []
             */
            not_understood?: components["schemas"]["TextSpan"][];
            /**
             * Register
             * @default neutral
             * @enum {string}
             */
            register?: "festive" | "neutral" | "grave";
            /**
             * Title
             * @default
             */
            title?: string;
            terms?: components["schemas"]["Terms"] | null;
            question?: components["schemas"]["UnderstandingQuestion"] | null;
        };
        /**
         * DemandUnderstoodEvent
         * @description Understanding of the demand by the model (TW-201); the fields are those of `DemandUnderstanding`.
         *
         *     `review_until`: end of the time in which the requester can change it; absent if there is none (yet).
         */
        DemandUnderstoodEvent: {
            /** Demand Id */
            demand_id: string;
            /** Channel Id */
            channel_id: string;
            /**
             * Fallback
             * @default false
             */
            fallback?: boolean;
            /**
             * @default {
             *       "calls": 0,
             *       "input_tokens": 0,
             *       "output_tokens": 0,
             *       "cost_usd": 0
             *     }
             */
            usage?: components["schemas"]["Usage"];
            /** Surface Demand */
            surface_demand: string;
            deep_understanding: components["schemas"]["DeepUnderstanding"];
            /** Capability Tags */
            capability_tags: string[];
            context: components["schemas"]["DemandContext"];
            /**
             * Confidence
             * @enum {string}
             */
            confidence: "high" | "medium" | "low";
            /**
             * Needs
             * @default []
             */
            needs?: components["schemas"]["Need"][];
            /** @default {} */
            limits?: components["schemas"]["DemandLimits"];
            /**
             * Limit Words
             * @default []
             */
            limit_words?: components["schemas"]["LimitWords"][];
            /**
             * Preferences
             * @default []
             */
            preferences?: string[];
            /**
             * Not Wanted
             * @default []
             */
            not_wanted?: components["schemas"]["TextSpan"][];
            /**
             * Background
             * @default []
             */
            background?: components["schemas"]["TextSpan"][];
            /**
             * Not Understood
             * @default []
             */
            not_understood?: components["schemas"]["TextSpan"][];
            /**
             * Register
             * @default neutral
             * @enum {string}
             */
            register?: "festive" | "neutral" | "grave";
            /**
             * Title
             * @default
             */
            title?: string;
            terms?: components["schemas"]["Terms"] | null;
            question?: components["schemas"]["UnderstandingQuestion"] | null;
            /** Review Until */
            review_until?: string | null;
        };
        /**
         * DemandView
         * @description View of a demand as of event `last_seq`.
         *
         *     `gaps`: what the agreed plan lacks. `follows`: id of the demand that this one continues. `decision`: the
         *     requester's, which is kept beside the log and in no projection of it.
         */
        DemandView: {
            /** Channel Id */
            channel_id: string;
            /**
             * Status
             * @enum {string}
             */
            status: "processing" | "finalized" | "force_finalized" | "failed" | "cancelled";
            /**
             * Phase
             * @enum {string}
             */
            phase: "understanding" | "reviewing" | "filtering" | "collecting" | "aggregating" | "negotiating" | "asking" | "adjusting" | "after" | "closed";
            /**
             * Channel Status
             * @enum {string}
             */
            channel_status: "created" | "broadcasting" | "collecting" | "aggregating" | "proposal_sent" | "negotiating" | "finalized" | "force_finalized" | "failed" | "cancelled";
            /** Depth */
            depth: number;
            /** Parent Channel Id */
            parent_channel_id?: string;
            /** Created At */
            created_at: string;
            /** Updated At */
            updated_at: string;
            /** Deadline */
            deadline?: string;
            /** Understanding */
            understanding: {
                /**
                 * Fallback
                 * @default false
                 */
                fallback?: boolean;
                /** Surface Demand */
                surface_demand: string;
                deep_understanding: components["schemas"]["DeepUnderstanding"];
                /** Capability Tags */
                capability_tags: string[];
                context: components["schemas"]["DemandContext"];
                /**
                 * Confidence
                 * @enum {string}
                 */
                confidence: "high" | "medium" | "low";
                /**
                 * Needs
                 * @default []
                 */
                needs?: components["schemas"]["Need"][];
                /** @default {} */
                limits?: components["schemas"]["DemandLimits"];
                /**
                 * Limit Words
                 * @default []
                 */
                limit_words?: components["schemas"]["LimitWords"][];
                /**
                 * Preferences
                 * @default []
                 */
                preferences?: string[];
                /**
                 * Not Wanted
                 * @default []
                 */
                not_wanted?: components["schemas"]["TextSpan"][];
                /**
                 * Background
                 * @default []
                 */
                background?: components["schemas"]["TextSpan"][];
                /**
                 * Not Understood
                 * @default []
                 */
                not_understood?: components["schemas"]["TextSpan"][];
                /**
                 * Register
                 * @default neutral
                 * @enum {string}
                 */
                register?: "festive" | "neutral" | "grave";
                /**
                 * Title
                 * @default
                 */
                title?: string;
                terms?: components["schemas"]["Terms"] | null;
                question?: components["schemas"]["UnderstandingQuestion"] | null;
            } | null;
            /** Question */
            question?: {
                /** Question Id */
                question_id: string;
                /**
                 * About
                 * @enum {string}
                 */
                about: "understanding" | "limit";
                /** Aspect */
                aspect?: string | null;
                /** Text */
                text: string;
                /** Options */
                options: components["schemas"]["OptionText"][];
                /** Default */
                default: string;
                /**
                 * Until
                 * Format: date-time
                 */
                until: string;
                /** Proposal Version */
                proposal_version?: number | null;
            } | null;
            /** Questions */
            questions?: {
                /** Question Id */
                question_id: string;
                /**
                 * About
                 * @enum {string}
                 */
                about: "understanding" | "limit";
                /** Aspect */
                aspect?: string | null;
                /** Text */
                text: string;
                /** Options */
                options: components["schemas"]["OptionText"][];
                /** Default */
                default: string;
                /**
                 * Until
                 * Format: date-time
                 */
                until: string;
                /** Proposal Version */
                proposal_version?: number | null;
            }[];
            /** Answered Questions */
            answered_questions?: components["schemas"]["AnsweredQuestion"][];
            /** Revisions */
            revisions?: {
                /** Changes */
                changes: components["schemas"]["FieldChange"][];
                /**
                 * Changed By
                 * @enum {string}
                 */
                changed_by: "user" | "answer";
            }[];
            /** Review Until */
            review_until?: string | null;
            /** Candidates */
            candidates: components["schemas"]["CandidateView"][];
            /** Proposal */
            proposal: {
                /** Summary */
                summary: string;
                /**
                 * Objective
                 * @default
                 */
                objective?: string;
                /**
                 * Assignments
                 * @default []
                 */
                assignments?: components["schemas"]["Assignment"][];
                /**
                 * @default {
                 *       "milestones": []
                 *     }
                 */
                timeline?: components["schemas"]["Timeline"];
                /**
                 * Rationale
                 * @default
                 */
                rationale?: string;
                /**
                 * Success Criteria
                 * @default []
                 */
                success_criteria?: string[];
                /**
                 * Risks
                 * @default []
                 */
                risks?: string[];
                /**
                 * Gaps
                 * @default []
                 */
                gaps?: components["schemas"]["Gap"][];
                /**
                 * Confidence
                 * @default medium
                 * @enum {string}
                 */
                confidence?: "high" | "medium" | "low";
                adjustment_summary?: components["schemas"]["AdjustmentSummary"] | null;
                /** Proposal Id */
                proposal_id: string;
                /** Demand Id */
                demand_id: string;
                /** Version */
                version: number;
                /**
                 * Round
                 * @default 1
                 */
                round?: number;
                /**
                 * Adjusted
                 * @default false
                 */
                adjusted?: boolean;
                /**
                 * Adjustment Failed
                 * @default false
                 */
                adjustment_failed?: boolean;
                /**
                 * Is Forced
                 * @default false
                 */
                is_forced?: boolean;
                /**
                 * Confirmed Participants
                 * @default []
                 */
                confirmed_participants?: string[];
                /**
                 * Optional Participants
                 * @default []
                 */
                optional_participants?: string[];
                /**
                 * Totals
                 * @default []
                 */
                totals?: components["schemas"]["Money"][];
                /**
                 * Findings
                 * @default []
                 */
                findings?: components["schemas"]["Finding"][];
                /**
                 * Created At
                 * Format: date-time
                 */
                created_at: string;
            } | null;
            review: components["schemas"]["ReviewView"] | null;
            /** Round */
            round: number;
            /** Max Rounds */
            max_rounds: number;
            /** Evaluations */
            evaluations: {
                /** Round */
                round: number;
                /** Proposal Version */
                proposal_version: number;
                /** Sent */
                sent: number;
                /** Answered */
                answered: number;
                /** Silent */
                silent: number;
                /** Accepts */
                accepts: number;
                /** Rejects */
                rejects: number;
                /** Negotiates */
                negotiates: number;
                /** Withdraws */
                withdraws: number;
                /** Accept Rate */
                accept_rate: number | null;
                /**
                 * Decision
                 * @enum {string}
                 */
                decision: "finalize" | "renegotiate" | "force_finalize" | "fail";
                /** Rule */
                rule: number;
            }[];
            /** Bargains */
            bargains: {
                /** Agent Id */
                agent_id: string;
                /** Display Name */
                display_name: string;
                /** Bargain Type */
                bargain_type: string;
                /** Content */
                content: string;
                /** Current Value */
                current_value?: string | null;
                /** Desired Value */
                desired_value?: string | null;
                terms?: components["schemas"]["Terms"] | null;
                /** Round */
                round: number;
            }[];
            /** Withdrawn */
            withdrawn: {
                /** Complete */
                complete?: boolean | null;
                /** Needs */
                needs?: components["schemas"]["NeedOutcome"][] | null;
                /** Missing */
                missing?: string[] | null;
                /** Agent Id */
                agent_id: string;
                /** Display Name */
                display_name: string;
                /** Reason */
                reason: string;
                /** Round */
                round: number;
            }[];
            outcome: components["schemas"]["OutcomeView"] | null;
            /** Demand Id */
            demand_id: string;
            /** Raw Input */
            raw_input: string;
            /** User Id */
            user_id: string;
            /**
             * Visibility
             * @enum {string}
             */
            visibility: "public" | "private";
            /**
             * Language
             * @enum {string}
             */
            language: "zh" | "en";
            /** Today */
            today: string;
            /** Timezone */
            timezone: string;
            /**
             * Model
             * @enum {string}
             */
            model: "anthropic" | "simulated" | "scenario";
            /** Limits */
            limits: {
                /**
                 * Max Rounds
                 * @default 5
                 */
                max_rounds?: number;
                /**
                 * Budget Tokens
                 * @default 300000
                 */
                budget_tokens?: number;
            };
            /** Follows */
            follows?: string;
            /** Gaps */
            gaps: {
                /** Gap Type */
                gap_type: string;
                /** Importance */
                importance: number;
                /**
                 * Reason
                 * @default
                 */
                reason?: string;
                /**
                 * Suggested Capability Tags
                 * @default []
                 */
                suggested_capability_tags?: string[];
            }[];
            /** Is Complete */
            is_complete?: boolean;
            /** Subnets */
            subnets: components["schemas"]["SubnetView"][];
            cost: components["schemas"]["CostView"];
            /** DemandCancelled */
            cancelled?: {
                /** Cancelled By */
                cancelled_by: string;
                /** Reason */
                reason?: string | null;
            };
            /** Closed At */
            closed_at?: string;
            decision?: components["schemas"]["RequesterDecision"];
            /** Last Seq */
            last_seq: number;
        };
        /**
         * Directive
         * @description Command to one agent beside the round's action, in the seed's shape (DL-118, DL-123).
         *
         *     `role`, `requirement` and `target` are those of a devil's advocate (`force_opposition`); `fallback` that of a skip.
         */
        Directive: {
            /**
             * Action
             * @enum {string}
             */
            action: "update_command" | "force_opposition" | "challenge" | "state_uncertainties" | "force_summary";
            /** Target Agent */
            target_agent?: ("host" | "planner" | "critic" | "reporter") | null;
            /** Role */
            role?: "devils_advocate" | null;
            /** Target */
            target?: ("planner" | "critic") | null;
            /**
             * Reason
             * @default
             */
            reason?: string;
            /**
             * Requirement
             * @default
             */
            requirement?: string;
        };
        /**
         * EventEntry
         * @description An event of the log (INTERFACES § 2). Payloads by event type: docs/schema/events.json.
         */
        EventEntry: {
            /** Seq */
            seq: number;
            /** Event Id */
            event_id: string;
            /** Event Type */
            event_type: string;
            /** Timestamp */
            timestamp: string;
            /** Payload */
            payload: {
                [key: string]: unknown;
            };
        };
        /**
         * EventPage
         * @description A page of an event log.
         *
         *     `last_seq`: `seq` of the page's last event, or `after` if the page is empty. `closed`: there will be no more events.
         */
        EventPage: {
            /** Events */
            events: components["schemas"]["EventEntry"][];
            /** Last Seq */
            last_seq: number;
            /** Closed */
            closed: boolean;
        };
        /**
         * FacetItem
         * @description One choice of a facet: its value as a filter, its names, and how many agents it would leave.
         */
        FacetItem: {
            /** Value */
            value: string;
            /** Zh */
            zh: string;
            /** En */
            en: string;
            /** Count */
            count: number;
        };
        /**
         * FieldChange
         * @description One replaced field of an understanding, with its value before and after as JSON values.
         */
        FieldChange: {
            /** Field */
            field: string;
            /** Before */
            before: unknown;
            /** After */
            after: unknown;
        };
        /**
         * FinalPlan
         * @description Plan of the session with its consensus.
         *
         *     Attributes:
         *         title: Title of the plan; the query if there is none.
         *         goal: Goal of the plan.
         *         consensus_level: Label of the last consensus (DL-C12).
         *         participating_agents: Discussants with at least one live output.
         *         rounds: Number of rounds held.
         *         plan: The plan; None if no plan was ever made.
         *         plan_round: Round in which the plan was made; absent without a plan.
         *         provisional: Whether the discussants did not agree on it (DL-81).
         */
        FinalPlan: {
            /** Title */
            title: string;
            /** Goal */
            goal: string;
            /**
             * Consensus Level
             * @enum {string}
             */
            consensus_level: "high" | "medium" | "low" | "unknown";
            /**
             * Participating Agents
             * @default []
             */
            participating_agents?: ("planner" | "critic")[];
            /** Rounds */
            rounds: number;
            plan: components["schemas"]["Plan"] | null;
            /** Plan Round */
            plan_round?: number | null;
            /**
             * Provisional
             * @default false
             */
            provisional?: boolean;
        };
        /**
         * FinalReportView
         * @description Report in the view; without a plan if none was ever made.
         */
        FinalReportView: {
            /** Content */
            content: string;
            plan: components["schemas"]["Plan"] | null;
        };
        /**
         * Finding
         * @description One thing that code found against a plan, in the demand's language.
         *
         *     Attributes:
         *         kind: What it is.
         *         assignment: Role that it is about.
         *         agent_id: Holder that it is about.
         *         aspect: Limit of the demand that the plan leaves; with it, the requester decides.
         *         text: It as a sentence.
         */
        Finding: {
            /**
             * Kind
             * @enum {string}
             */
            kind: "over_budget" | "not_free" | "too_small" | "too_late" | "contradiction" | "departs_from_demand" | "term_lost";
            /** Assignment */
            assignment?: string | null;
            /** Agent Id */
            agent_id?: string | null;
            /** Aspect */
            aspect?: ("place" | "dates" | "weekdays" | "not_on" | "people" | "budget" | "language" | "hours") | null;
            /** Text */
            text: string;
        };
        /**
         * FindingAnswer
         * @description Planner's answer to a finding: accepted, with the change that it made, or rebutted, with the argument.
         */
        FindingAnswer: {
            /** Finding */
            finding: string;
            /**
             * Decision
             * @enum {string}
             */
            decision: "accepted" | "rebutted";
            /** Text */
            text: string;
        };
        /**
         * GameAcceptance
         * @description An accepted action; its effect follows in the stream.
         */
        GameAcceptance: {
            /** Game Id */
            game_id: string;
            /**
             * Status
             * @default accepted
             * @constant
             */
            status?: "accepted";
        };
        /**
         * GameItem
         * @description A game in a list.
         */
        GameItem: {
            /** Game Id */
            game_id: string;
            /** Game */
            game: string;
            /**
             * Referee
             * @enum {string}
             */
            referee: "towow" | "server";
            /** Seats */
            seats: [
                ("human" | "team" | "engine") | "opponent",
                ("human" | "team" | "engine") | "opponent"
            ];
            /** Level */
            level: number;
            /**
             * Status
             * @enum {string}
             */
            status: "running" | "ended";
            /** Created At */
            created_at: string;
            /** Ended At */
            ended_at?: string | null;
            outcome?: components["schemas"]["GameOutcome"] | null;
        };
        /**
         * GameOutcome
         * @description End of a game. `winner` is None for a draw or a game without an end.
         */
        GameOutcome: {
            /** Winner */
            winner: (1 | 2) | null;
            /**
             * Reason
             * @enum {string}
             */
            reason: "line" | "last_liberty" | "no_safe_move" | "full_board" | "resigned" | "abandoned";
        };
        /**
         * GamePage
         * @description A page of games, newest first. `next`: value of `before` for the next page; absent on the last one.
         */
        GamePage: {
            /** Items */
            items: components["schemas"]["GameItem"][];
            /** Next */
            next?: string | null;
        };
        /**
         * GameView
         * @description A game as its page shows it.
         *
         *     Attributes:
         *         seats: Who plays side 1 and side 2.
         *         board: One text of 0, 1 and 2 a row.
         *         history: Moves that are known one by one; those before a server's board was taken over are not.
         *         plies: Moves on the board.
         *         to_move: Side whose turn it is; absent once the game is over.
         *         persona: Persona that decides, or decided last.
         *         candidates: Moves that somebody recommends now.
         *         threat: Danger for the team before its move.
         *         rules: What the rules mean for play.
         *         decision: Decision that is being made.
         *         thinking: Run loops of the current decision, or else of the last one.
         *         last_seq: Sequence number of the last event that the view contains.
         */
        GameView: {
            /** Game Id */
            game_id: string;
            /** Game */
            game: string;
            /** Rows */
            rows: number;
            /** Columns */
            columns: number;
            /**
             * Referee
             * @enum {string}
             */
            referee: "towow" | "server";
            /** Seats */
            seats: [
                ("human" | "team" | "engine") | "opponent",
                ("human" | "team" | "engine") | "opponent"
            ];
            /**
             * First Side
             * @enum {integer}
             */
            first_side: 1 | 2;
            /** Level */
            level: number;
            /**
             * Language
             * @enum {string}
             */
            language: "zh" | "en";
            /** Game Rule */
            game_rule: string;
            /**
             * Model
             * @enum {string}
             */
            model: "anthropic" | "simulated" | "scenario";
            /**
             * Status
             * @default running
             * @enum {string}
             */
            status?: "running" | "ended";
            /** Board */
            board: string[];
            /**
             * History
             * @default []
             */
            history?: components["schemas"]["MoveView"][];
            /**
             * Plies
             * @default 0
             */
            plies?: number;
            /** To Move */
            to_move?: (1 | 2) | null;
            /**
             * Phase
             * @default opening
             * @enum {string}
             */
            phase?: "opening" | "midgame" | "endgame";
            /** Persona */
            persona?: ("strategist" | "tactician" | "endgame_specialist") | null;
            /**
             * Candidates
             * @default []
             */
            candidates?: components["schemas"]["CandidateMove"][];
            threat?: components["schemas"]["ThreatAnalysis"] | null;
            rules?: components["schemas"]["RuleInterpretation"] | null;
            decision?: components["schemas"]["PendingDecision"] | null;
            /**
             * Thinking
             * @default []
             */
            thinking?: components["schemas"]["LoopView"][];
            last_decision?: components["schemas"]["DecisionView"] | null;
            refused?: components["schemas"]["DecisionRefusal"] | null;
            outcome?: components["schemas"]["GameOutcome"] | null;
            /**
             * Last Seq
             * @default 0
             */
            last_seq?: number;
        };
        /**
         * Gap
         * @description Something the plan still lacks (TW-609). `importance` is 0–100; 60 and more may open a subnet.
         */
        Gap: {
            /** Gap Type */
            gap_type: string;
            /** Importance */
            importance: number;
            /**
             * Reason
             * @default
             */
            reason?: string;
            /**
             * Suggested Capability Tags
             * @default []
             */
            suggested_capability_tags?: string[];
        };
        /**
         * HostDecision
         * @description Action after a round. `focus_on` equals `must_address` (DL-127).
         */
        HostDecision: {
            /**
             * Action
             * @enum {string}
             */
            action: "continue" | "converge" | "force_opposition" | "terminate";
            /** Reason */
            reason: string;
            /**
             * Next Agents
             * @default []
             */
            next_agents?: ("host" | "planner" | "critic" | "reporter")[];
            /**
             * @default {
             *       "must_address": [],
             *       "avoid": []
             *     }
             */
            constraints?: components["schemas"]["Constraints"];
            /**
             * Directives
             * @default []
             */
            directives?: components["schemas"]["Directive"][];
            /**
             * Rounds Remaining
             * @default 0
             */
            rounds_remaining?: number;
            /** Next Step */
            next_step?: "reporter_summary" | null;
            /** End Reason */
            end_reason?: ("consensus" | "early_stop" | "max_rounds" | "user" | "error" | "moderation") | null;
        };
        /**
         * HostDecisionView
         * @description Decision of the host in the view, with the analysis that it rests on.
         */
        HostDecisionView: {
            /** Action */
            action: string;
            /** Reason */
            reason: string;
            decision: components["schemas"]["HostDecision"];
            analysis: components["schemas"]["RoundAnalysis"];
        };
        /**
         * HostMetadata
         * @description Decision and analysis of a round (DL-58…67).
         */
        HostMetadata: {
            decision: components["schemas"]["HostDecision"];
            analysis: components["schemas"]["RoundAnalysis"];
        };
        /**
         * HostOutput
         * @description Output of the host: a decision.
         */
        HostOutput: {
            /** Round */
            round: number;
            /** Content */
            content: string;
            /**
             * Timestamp
             * Format: date-time
             */
            timestamp: string;
            /** Fallback */
            fallback?: boolean | null;
            /**
             * Agent Id
             * @default host
             * @constant
             */
            agent_id?: "host";
            /**
             * Output Type
             * @default control
             * @constant
             */
            output_type?: "control";
            metadata: components["schemas"]["HostMetadata"];
        };
        /**
         * ImportPreview
         * @description Effect that an import would have: numbers of agents added, changed and left as they are, and of rejected lines.
         *
         *     `changes`: the first MAX_PREVIEWED agents that are added or changed; `repeated`: lines that a later line with the
         *     same id makes void.
         */
        ImportPreview: {
            /**
             * Added
             * @default 0
             */
            added?: number;
            /**
             * Changed
             * @default 0
             */
            changed?: number;
            /**
             * Unchanged
             * @default 0
             */
            unchanged?: number;
            /**
             * Rejected
             * @default 0
             */
            rejected?: number;
            /**
             * Repeated
             * @default []
             */
            repeated?: number[];
            /**
             * Changes
             * @default []
             */
            changes?: components["schemas"]["ProfileChange"][];
            /**
             * Errors
             * @default []
             */
            errors?: components["schemas"]["LineError"][];
        };
        /**
         * ImportResult
         * @description Result of an import: counts of lines, blank ones excepted, by outcome (INTERFACES § 3).
         */
        ImportResult: {
            /**
             * Imported
             * @default 0
             */
            imported?: number;
            /**
             * Updated
             * @default 0
             */
            updated?: number;
            /**
             * Rejected
             * @default 0
             */
            rejected?: number;
            /**
             * Errors
             * @default []
             */
            errors?: components["schemas"]["LineError"][];
        };
        /**
         * InvitationAnswer
         * @description Answer of a person to an invitation. A `conditional` one needs a condition or a negotiation point.
         */
        InvitationAnswer: {
            /**
             * Decision
             * @enum {string}
             */
            decision: "participate" | "decline" | "conditional";
            /** Contribution */
            contribution?: string | null;
            /**
             * Negotiation Points
             * @default []
             */
            negotiation_points?: components["schemas"]["RequestedChange"][];
            /**
             * Conditions
             * @default []
             */
            conditions?: string[];
            terms?: components["schemas"]["Terms"] | null;
            /** Decline Reason */
            decline_reason?: string | null;
            /**
             * Reasoning
             * @default
             */
            reasoning?: string;
        };
        /**
         * InvitationLinkItem
         * @description An invitation link without its token; valid before `until`.
         */
        InvitationLinkItem: {
            /** Link Id */
            link_id: string;
            /** Agent Id */
            agent_id: string;
            /**
             * Created At
             * Format: date-time
             */
            created_at: string;
            /**
             * Until
             * Format: date-time
             */
            until: string;
            /** Created By */
            created_by?: string | null;
        };
        /**
         * InvitationLinkPage
         * @description Valid invitation links, the earliest `until` first.
         */
        InvitationLinkPage: {
            /** Items */
            items: components["schemas"]["InvitationLinkItem"][];
        };
        /**
         * LimitWords
         * @description Words of a demand that state a limit, and the name of the limit.
         */
        LimitWords: {
            /** Text */
            text: string;
            /** Span */
            span?: number[] | null;
            /** Limit */
            limit?: ("place" | "dates" | "weekdays" | "not_on" | "people" | "budget" | "language" | "hours") | null;
        };
        /**
         * LineError
         * @description Validation error of one line of a file; `line` counts from 1.
         */
        LineError: {
            /** File */
            file: string;
            /** Line */
            line: number;
            /** Error */
            error: string;
        };
        /**
         * LinkAnswer
         * @description The answer that counts for a question. Without `decision` the agent answers itself.
         */
        LinkAnswer: {
            /**
             * Answered By
             * @enum {string}
             */
            answered_by: "person" | "agent";
            /** Decision */
            decision?: ("yes" | "no" | "conditions" | "withdraw") | null;
            /**
             * Text
             * @default
             */
            text?: string;
        };
        /**
         * LinkAnswerReceipt
         * @description An accepted answer, which the log has a little later; `postponed`: the agent waits for one until `until`.
         */
        LinkAnswerReceipt: {
            /** Question Id */
            question_id: string;
            /**
             * Status
             * @enum {string}
             */
            status: "telling" | "postponed";
            /**
             * Until
             * Format: date-time
             */
            until: string;
        };
        /**
         * LinkParticipant
         * @description Somebody else in the same negotiation. `role`: their part of the plan; absent before one, or without a part.
         */
        LinkParticipant: {
            /** Display Name */
            display_name: string;
            /**
             * Standing
             * @enum {string}
             */
            standing: "invited" | "joins" | "conditions";
            /** Role */
            role?: string | null;
        };
        /**
         * LinkQuestion
         * @description Question to an invited person, with what is needed to decide it; what nobody has said is absent.
         *
         *     Attributes:
         *         requester: User who states the demand.
         *         title: The demand in a few words.
         *         parts: What the agent is asked for: its role in the plan, or the needs of the demand that it meets.
         *         day: Day of the plan (YYYY-MM-DD), or the only day that the demand allows.
         *         day_words: When it is, in the demand's words.
         *         fee: Terms of the person's own part in the plan, or before a plan those that the demand offers.
         *         budget: All the money that the demand has.
         *         own_price: The usual price of the agent, in its profile.
         *         reason: Why this agent is asked.
         *         can_wait_until: Until when the agent can wait if it is asked to.
         *         watchable: Whether anybody may see the negotiation.
         *         changeable: Whether another answer would replace `answer`.
         */
        LinkQuestion: {
            /** Question Id */
            question_id: string;
            /**
             * Kind
             * @enum {string}
             */
            kind: "invitation" | "review";
            /** Demand Id */
            demand_id: string;
            /** Watchable */
            watchable: boolean;
            /** Requester */
            requester: string;
            /** Title */
            title: string;
            /** Demand */
            demand: string;
            /**
             * Parts
             * @default []
             */
            parts?: string[];
            /** Day */
            day?: string | null;
            /** Day Words */
            day_words?: string | null;
            /** Hours */
            hours?: string | null;
            /** Place */
            place?: string | null;
            people?: components["schemas"]["PeopleRange"] | null;
            fee?: components["schemas"]["Terms"] | null;
            budget?: components["schemas"]["Money"] | null;
            own_price?: components["schemas"]["Money"] | null;
            /**
             * Others
             * @default []
             */
            others?: components["schemas"]["LinkParticipant"][];
            /** Reason */
            reason?: string | null;
            /** Plan */
            plan?: string | null;
            /** Plan Version */
            plan_version?: number | null;
            /**
             * Asked At
             * Format: date-time
             */
            asked_at: string;
            /**
             * Until
             * Format: date-time
             */
            until: string;
            /**
             * Can Wait Until
             * Format: date-time
             */
            can_wait_until: string;
            answer?: components["schemas"]["LinkAnswer"] | null;
            /**
             * Changeable
             * @default false
             */
            changeable?: boolean;
        };
        /**
         * LinkQuestionPage
         * @description Agent and questions of the holder of an invitation link, the newest question first.
         *
         *     `link_until`: end of the link. `now`: time of the clock that every `until` refers to.
         */
        LinkQuestionPage: {
            /** Agent Id */
            agent_id: string;
            /** Display Name */
            display_name: string;
            /**
             * Link Until
             * Format: date-time
             */
            link_until: string;
            /**
             * Now
             * Format: date-time
             */
            now: string;
            /** Items */
            items: components["schemas"]["LinkQuestion"][];
        };
        /**
         * LoopView
         * @description Run loop: of a decision, or of a task agent that a call has started.
         */
        LoopView: {
            /** Id */
            id: string;
            /**
             * Entries
             * @default []
             */
            entries?: (components["schemas"]["TurnEntry"] | components["schemas"]["CallEntry"] | components["schemas"]["OccurrenceEntry"])[];
        };
        /**
         * MemoryUsage
         * @description Memory of the store's server in bytes. `limit_bytes` is absent without a limit.
         */
        MemoryUsage: {
            /** Used Bytes */
            used_bytes: number;
            /** Limit Bytes */
            limit_bytes?: number | null;
        };
        /**
         * Milestone
         * @description A step of the plan. `date` is `YYYY-MM-DD` or None, `label` what people call the moment.
         */
        Milestone: {
            /** Name */
            name: string;
            /** Date */
            date?: string | null;
            /**
             * Label
             * @default
             */
            label?: string;
        };
        /**
         * Money
         * @description Amount of money in minor units (cents, fen; yen has none), with its ISO 4217 currency.
         */
        Money: {
            /** Amount */
            amount: number;
            /** Currency */
            currency: string;
        };
        /**
         * MoveView
         * @description Move on the board. `ply` counts from 1.
         */
        MoveView: {
            /** Ply */
            ply: number;
            /**
             * Side
             * @enum {integer}
             */
            side: 1 | 2;
            /** X */
            x: number;
            /** Y */
            y: number;
            /**
             * By
             * @enum {string}
             */
            by: "human" | "team" | "engine" | "opponent";
        };
        /**
         * Need
         * @description One ability, person or thing that others must bring, in the words of the demand.
         */
        Need: {
            /**
             * Id
             * @default
             */
            id?: string;
            /** Need */
            need: string;
            /**
             * Count
             * @default 1
             */
            count?: number;
            /**
             * Required
             * @default true
             */
            required?: boolean;
            /** Span */
            span?: number[] | null;
        };
        /**
         * NeedFit
         * @description Need of a demand that an agent's profile meets, probably.
         *
         *     Attributes:
         *         need: Id of the need.
         *         matched: The capability of the profile that meets it.
         *         score: Probability that it does (0.5 to 1, 3 decimals); without vectors 1 for the same words or a synonym.
         */
        NeedFit: {
            /** Need */
            need: string;
            /** Matched */
            matched: string;
            /** Score */
            score: number;
        };
        /**
         * NeedOutcome
         * @description One need of the demand, whether it is met, and the agents that hold it, confirmed or not.
         *
         *     It is met by as many confirmed holders as it asks for, none of them in reserve, on a day that the demand allows.
         */
        NeedOutcome: {
            /** Id */
            id: string;
            /** Need */
            need: string;
            /** Met */
            met: boolean;
            /**
             * Holders
             * @default []
             */
            holders?: string[];
        };
        /**
         * NegotiationPoint
         * @description One thing an agent wants changed before it joins; `terms` hold the desired value, if they can.
         */
        NegotiationPoint: {
            /** Aspect */
            aspect: string;
            /**
             * Current Value
             * @default
             */
            current_value?: string;
            /**
             * Desired Value
             * @default
             */
            desired_value?: string;
            /**
             * Reason
             * @default
             */
            reason?: string;
            terms?: components["schemas"]["Terms"] | null;
        };
        /**
         * NewInvitationLink
         * @description A new invitation link with its secret, which no later response contains.
         *
         *     `path`: path of the page at this gateway.
         */
        NewInvitationLink: {
            /** Link Id */
            link_id: string;
            /** Agent Id */
            agent_id: string;
            /**
             * Created At
             * Format: date-time
             */
            created_at: string;
            /**
             * Until
             * Format: date-time
             */
            until: string;
            /** Created By */
            created_by?: string | null;
            /** Path */
            path: string;
        };
        /**
         * NumberedCommand
         * @description A command that was accepted: `number` counts 1, 2, 3 … within its presentation.
         */
        NumberedCommand: {
            /**
             * Action
             * @enum {string}
             */
            action: "hold" | "continue" | "next" | "previous" | "next_round" | "previous_round" | "start" | "live" | "speed";
            /** Speed */
            speed?: number | null;
            /** Number */
            number: number;
        };
        /**
         * OccurrenceEntry
         * @description Occurrence in a decision that is neither a turn nor a call; `event` is the payload without `game_id`.
         */
        OccurrenceEntry: {
            /**
             * Kind
             * @default occurrence
             * @constant
             */
            kind?: "occurrence";
            /**
             * Occurrence
             * @enum {string}
             */
            occurrence: "handed_over" | "proposed" | "rejected" | "taken_back" | "lesson" | "overruled" | "alert" | "rules_interpreted";
            /** Event */
            event: {
                [key: string]: unknown;
            };
        };
        /**
         * Offer
         * @description Answer of an agent to an invitation, as the channel stores it.
         *
         *     `confidence` is 0–100; `late` is true if it arrived after the collection phase, `fallback` if no model answered;
         *     `decline_reason` is present only for `decline`. `terms`: those under which the agent takes part, the fee as it would
         *     be without any change.
         */
        Offer: {
            /** Offer Id */
            offer_id: string;
            /** Agent Id */
            agent_id: string;
            /** Display Name */
            display_name: string;
            /** Demand Id */
            demand_id: string;
            /**
             * Response Type
             * @default offer
             * @enum {string}
             */
            response_type?: "offer" | "negotiate";
            /**
             * Decision
             * @enum {string}
             */
            decision: "participate" | "decline" | "conditional";
            /** Contribution */
            contribution?: string | null;
            /**
             * Conditions
             * @default []
             */
            conditions?: string[];
            /**
             * Negotiation Points
             * @default []
             */
            negotiation_points?: components["schemas"]["NegotiationPoint"][];
            terms?: components["schemas"]["Terms"] | null;
            /**
             * Reasoning
             * @default
             */
            reasoning?: string;
            /** Decline Reason */
            decline_reason?: string | null;
            /**
             * Confidence
             * @default 0
             */
            confidence?: number;
            /**
             * Fallback
             * @default false
             */
            fallback?: boolean;
            /**
             * Late
             * @default false
             */
            late?: boolean;
            /**
             * Submitted At
             * Format: date-time
             */
            submitted_at: string;
        };
        /**
         * OpenChannel
         * @description An open demand. `stuck`: it had no event for longer than any phase can take.
         */
        OpenChannel: {
            /** Demand Id */
            demand_id: string;
            /** Channel Id */
            channel_id: string;
            /** User Id */
            user_id: string;
            /** Phase */
            phase: string;
            /** Status */
            status: string;
            /** Round */
            round: number;
            /** Age S */
            age_s: number;
            /** Idle S */
            idle_s: number;
            /** Stuck */
            stuck: boolean;
        };
        /**
         * OpenChannels
         * @description Open demands, oldest first. `total`: the number of all open demands.
         */
        OpenChannels: {
            /** Items */
            items: components["schemas"]["OpenChannel"][];
            /** Total */
            total: number;
        };
        /**
         * OptionText
         * @description One option of a question, as it is shown.
         */
        OptionText: {
            /** Id */
            id: string;
            /** Text */
            text: string;
        };
        /**
         * OutcomeView
         * @description Outcome as published. Later changes of the plan (a subnet, a withdrawal) are in `proposal`.
         *
         *     They also change `complete`, `needs` and `missing`.
         */
        OutcomeView: {
            /** Complete */
            complete?: boolean;
            /** Needs */
            needs?: {
                /** Id */
                id: string;
                /** Need */
                need: string;
                /** Met */
                met: boolean;
                /**
                 * Holders
                 * @default []
                 */
                holders?: string[];
            }[];
            /** Missing */
            missing?: string[];
            /**
             * Status
             * @enum {string}
             */
            status: "finalized" | "force_finalized" | "failed" | "cancelled";
            /** Fallback */
            fallback?: boolean;
            /** Rounds Taken */
            rounds_taken?: number;
            /** Summary */
            summary?: string;
            /** Confirmed Participants */
            confirmed_participants?: string[];
            /** Optional Participants */
            optional_participants?: string[];
            /**
             * Reason
             * @enum {string}
             */
            reason?: "low_acceptance" | "no_participants" | "timeout" | "max_rounds_exceeded";
            /**
             * Detail
             * @enum {string}
             */
            detail?: "all_declined" | "no_active_agents" | "no_response" | "no_feedback" | "majority_left" | "all_left" | "max_recovery_attempts" | "model_unavailable" | "budget";
            /**
             * Error Code
             * @enum {string}
             */
            error_code?: "E005" | "E006";
            /** Accept Rate */
            accept_rate?: number | null;
            /** Compromise Suggestion */
            compromise_suggestion?: string;
            /** CompromiseProposal */
            compromise_proposal?: {
                /**
                 * Feasible
                 * @default false
                 */
                feasible?: boolean;
                /**
                 * Participants
                 * @default []
                 */
                participants?: components["schemas"]["Contribution"][];
                /**
                 * Missing
                 * @default []
                 */
                missing?: string[];
                /**
                 * Relax
                 * @default []
                 */
                relax?: components["schemas"]["Relaxation"][];
                /**
                 * Alternatives
                 * @default []
                 */
                alternatives?: string[];
            };
        };
        /**
         * OutputView
         * @description Output of an agent in the view.
         */
        OutputView: {
            /**
             * Agent
             * @enum {string}
             */
            agent: "host" | "planner" | "critic" | "reporter";
            /** Content */
            content: string;
            position?: components["schemas"]["Position"] | null;
            /** Stance */
            stance?: "opposition" | null;
            /** Metadata */
            metadata?: {
                [key: string]: unknown;
            } | null;
        };
        /**
         * OwnAgents
         * @description Agents of the caller, by id.
         */
        OwnAgents: {
            /** Items */
            items: components["schemas"]["PublicAgent"][];
        };
        /**
         * PendingAnswer
         * @description Answer that an agent waits for from its person, at most until `until`.
         */
        PendingAnswer: {
            /** Agent Id */
            agent_id: string;
            /** Channel Id */
            channel_id: string;
            /**
             * Kind
             * @enum {string}
             */
            kind: "invitation" | "review";
            /**
             * Until
             * Format: date-time
             */
            until: string;
        };
        /**
         * PendingAnswerPage
         * @description Answers of people that a negotiation waits for now. `now`: time of the clock that every `until` refers to.
         */
        PendingAnswerPage: {
            /**
             * Now
             * Format: date-time
             */
            now: string;
            /** Items */
            items: components["schemas"]["PendingAnswer"][];
        };
        /**
         * PendingDecision
         * @description Decision that is being made. `ply` is the number of the move.
         */
        PendingDecision: {
            /** Request Id */
            request_id: string;
            /** Ply */
            ply: number;
            /**
             * Side
             * @enum {integer}
             */
            side: 1 | 2;
            /**
             * Deadline
             * Format: date-time
             */
            deadline: string;
        };
        /**
         * PendingQuestionItem
         * @description A question to an agent's person.
         *
         *     `watchable`: whether the caller may also see the negotiation; `asked_by`: the user who stated the demand; `others`:
         *     names of the others who are invited and have not declined; `fee`: what the agent usually asks for.
         */
        PendingQuestionItem: {
            /** Question Id */
            question_id: string;
            /** Agent Id */
            agent_id: string;
            /**
             * Kind
             * @enum {string}
             */
            kind: "invitation" | "review";
            /** Demand Id */
            demand_id: string;
            /** Channel Id */
            channel_id: string;
            /**
             * Language
             * @enum {string}
             */
            language: "zh" | "en";
            /** Surface Demand */
            surface_demand: string;
            /**
             * Needs
             * @default []
             */
            needs?: string[];
            limits?: components["schemas"]["DemandLimits"] | null;
            context?: components["schemas"]["DemandContext"] | null;
            /** Raw Input */
            raw_input?: string | null;
            /** Filter Reason */
            filter_reason?: string | null;
            /** Fits */
            fits?: components["schemas"]["NeedFit"][] | null;
            /** Round */
            round: number;
            /** Max Rounds */
            max_rounds?: number | null;
            proposal?: components["schemas"]["Proposal"] | null;
            your_assignment?: components["schemas"]["Assignment"] | null;
            your_offer?: components["schemas"]["Offer"] | null;
            /**
             * Asked At
             * Format: date-time
             */
            asked_at: string;
            /**
             * Until
             * Format: date-time
             */
            until: string;
            /**
             * Answer By
             * Format: date-time
             */
            answer_by: string;
            /** Watchable */
            watchable: boolean;
            /** Asked By */
            asked_by?: string | null;
            /**
             * Others
             * @default []
             */
            others?: string[];
            fee?: components["schemas"]["Money"] | null;
        };
        /**
         * PendingQuestionPage
         * @description Open questions of an agent. `now`: current time of the clock that every `until` refers to.
         *
         *     `attended_until` is absent while the agent is not attended. `answered`: questions whose answer can still be changed.
         */
        PendingQuestionPage: {
            /** Agent Id */
            agent_id: string;
            /**
             * Now
             * Format: date-time
             */
            now: string;
            /** Attended Until */
            attended_until?: string | null;
            /** Items */
            items: components["schemas"]["PendingQuestionItem"][];
            /**
             * Answered
             * @default []
             */
            answered?: components["schemas"]["AnsweredQuestionItem"][];
        };
        /**
         * PendingTask
         * @description Task that a session waits for, and until when (DL-112).
         */
        PendingTask: {
            /**
             * Agent
             * @enum {string}
             */
            agent: "host" | "planner" | "critic" | "reporter";
            /** Task */
            task: string;
            /**
             * Due
             * Format: date-time
             */
            due: string;
        };
        /**
         * PeopleRange
         * @description Number of people that a demand is for, both ends included.
         */
        PeopleRange: {
            /** Min */
            min: number;
            /** Max */
            max: number;
        };
        /**
         * Plan
         * @description Plan for the user's goal; the total is the sum of the tasks' hours (DL-42).
         */
        Plan: {
            /** Title */
            title: string;
            /** Goal */
            goal: string;
            /** Phases */
            phases: components["schemas"]["PlanPhase"][];
            /** Total Estimated Hours */
            total_estimated_hours: number;
        };
        /**
         * PlanCorrection
         * @description Correction that code made to a model's plan (DL-42, DL-43), or to what it says of the plan.
         *
         *     `accepted_unchanged`: findings were accepted, but the plan is the one before; they stay open.
         */
        PlanCorrection: {
            /**
             * Code
             * @enum {string}
             */
            code: "total_corrected" | "deadline_clamped" | "deadline_unreadable" | "accepted_unchanged";
            /** Text */
            text: string;
        };
        /**
         * PlanPhase
         * @description Consecutive part of a plan; `duration` is free text in the user's language.
         */
        PlanPhase: {
            /** Phase Name */
            phase_name: string;
            /** Duration */
            duration: string;
            /** Tasks */
            tasks: components["schemas"]["PlanTask"][];
        };
        /**
         * PlanTask
         * @description Task with its working hours and the day by which it is done.
         */
        PlanTask: {
            /** Title */
            title: string;
            /** Estimated Hours */
            estimated_hours: number;
            /** Deadline */
            deadline: string;
            /**
             * Tags
             * @default []
             */
            tags?: string[];
        };
        /**
         * PlannerMetadata
         * @description Position, plan, answers to findings, and what code corrected in the plan (DL-30…44).
         */
        PlannerMetadata: {
            position: components["schemas"]["Position"];
            plan: components["schemas"]["Plan"];
            /**
             * Answers
             * @default []
             */
            answers?: components["schemas"]["FindingAnswer"][];
            /**
             * Rebuttals
             * @default []
             */
            rebuttals?: string[];
            /**
             * Warnings
             * @default []
             */
            warnings?: components["schemas"]["PlanCorrection"][];
        };
        /**
         * PlannerOutput
         * @description Output of the planner with a plan.
         */
        PlannerOutput: {
            /** Round */
            round: number;
            /** Content */
            content: string;
            /**
             * Timestamp
             * Format: date-time
             */
            timestamp: string;
            /** Fallback */
            fallback?: boolean | null;
            /**
             * Agent Id
             * @default planner
             * @constant
             */
            agent_id?: "planner";
            /**
             * Output Type
             * @default plan
             * @constant
             */
            output_type?: "plan";
            metadata: components["schemas"]["PlannerMetadata"];
        };
        /**
         * Position
         * @description Position of an agent in a round. `stance` marks a devil's advocate's (DL-125), which is compared with nothing.
         */
        Position: {
            /** Conclusion */
            conclusion: string;
            /** Key Reasons */
            key_reasons: string[];
            /**
             * Assumptions
             * @default []
             */
            assumptions?: string[];
            /** Confidence */
            confidence: number;
            changes_from_last_round?: components["schemas"]["PositionChanges"] | null;
            /** Stance */
            stance?: "opposition" | null;
        };
        /**
         * PositionChanges
         * @description Differences between a position and the same agent's previous live one, computed by code (DL-23…25, DL-28).
         */
        PositionChanges: {
            /** Conclusion Changed */
            conclusion_changed: boolean;
            /**
             * Reasons Added
             * @default []
             */
            reasons_added?: string[];
            /**
             * Confidence Delta
             * @default 0
             */
            confidence_delta?: number;
        };
        /**
         * PositionMetadata
         * @description Position alone, with what stays uncertain and the worst case (DL-16, DL-126).
         */
        PositionMetadata: {
            position: components["schemas"]["Position"];
            /**
             * Uncertainties
             * @default []
             */
            uncertainties?: string[];
            /**
             * Worst Case
             * @default
             */
            worst_case?: string;
        };
        /**
         * PositionOutput
         * @description Output of a discussant with a position only.
         */
        PositionOutput: {
            /** Round */
            round: number;
            /** Content */
            content: string;
            /**
             * Timestamp
             * Format: date-time
             */
            timestamp: string;
            /** Fallback */
            fallback?: boolean | null;
            /**
             * Agent Id
             * @enum {string}
             */
            agent_id: "planner" | "critic";
            /**
             * Output Type
             * @default position
             * @constant
             */
            output_type?: "position";
            metadata: components["schemas"]["PositionMetadata"];
        };
        /**
         * PresentationReceipt
         * @description A new presentation, and the secret that its remotes need; no other response has `token`.
         */
        PresentationReceipt: {
            /** Presentation Id */
            presentation_id: string;
            /** Token */
            token: string;
            /**
             * Expires At
             * Format: date-time
             */
            expires_at: string;
        };
        /**
         * PresentationState
         * @description State of a presentation.
         *
         *     `revision` rises with every change. `commands` are the newest, at most 16, in order. `display` is absent until the
         *     stage has said what it shows.
         */
        PresentationState: {
            /** Presentation Id */
            presentation_id: string;
            /** Revision */
            revision: number;
            /**
             * Expires At
             * Format: date-time
             */
            expires_at: string;
            /**
             * Commands
             * @default []
             */
            commands?: components["schemas"]["NumberedCommand"][];
            display?: components["schemas"]["StageDisplay"] | null;
        };
        /**
         * PriceFacetItem
         * @description Number of agents that ask for at most `max_price` whole units of a currency.
         */
        PriceFacetItem: {
            /** Max Price */
            max_price: number;
            /** Currency */
            currency: string;
            /** Count */
            count: number;
        };
        /**
         * Profile
         * @description Profile of one agent and the person it represents.
         *
         *     `price` is the fee for taking part (0: free, absent: unknown), in whole units of `currency` (ISO 4217); `capacity`
         *     the most people it can serve; `free_dates` the days on which it is free, as YYYY-MM-DD (empty: any); `busy_weekdays`
         *     0 (Monday) to 6; `temperament` one word for the simulated person; inactive agents are not invited.
         */
        Profile: {
            /** Agent Id */
            agent_id: string;
            /** Display Name */
            display_name: string;
            /** User Id */
            user_id?: string | null;
            /**
             * Summary
             * @default
             */
            summary?: string;
            /**
             * Capabilities
             * @default []
             */
            capabilities?: string[];
            /**
             * Tags
             * @default []
             */
            tags?: string[];
            /** Location */
            location?: string | null;
            /**
             * Languages
             * @default []
             */
            languages?: string[];
            /**
             * Remote
             * @default false
             */
            remote?: boolean;
            /** Price */
            price?: number | null;
            /**
             * Currency
             * @default CNY
             */
            currency?: string;
            /** Capacity */
            capacity?: number | null;
            /**
             * Free Dates
             * @default []
             */
            free_dates?: string[];
            /**
             * Busy Weekdays
             * @default []
             */
            busy_weekdays?: number[];
            /**
             * Interests
             * @default []
             */
            interests?: string[];
            /**
             * Constraints
             * @default []
             */
            constraints?: string[];
            /**
             * Temperament
             * @default even
             */
            temperament?: string;
            /**
             * Active
             * @default true
             */
            active?: boolean;
        };
        /**
         * ProfileChange
         * @description Agent that an import adds or replaces.
         *
         *     `before`: its profile until then, absent if it is added; `after`: that of the file; `fields`: names of the fields
         *     that differ, all but the id if it is added.
         */
        ProfileChange: {
            /**
             * Line
             * @default 0
             */
            line?: number;
            before?: components["schemas"]["Profile"] | null;
            after: components["schemas"]["Profile"];
            /**
             * Fields
             * @default []
             */
            fields?: string[];
        };
        /**
         * Proposal
         * @description Plan of a channel (TW-605, TW-608).
         *
         *     `version` counts from 1, including versions that merge a subnet's result (TWC-33); `is_forced` plans were concluded
         *     without full agreement; `confirmed_participants` and `optional_participants` are set when the plan is final, without
         *     reserves. `totals`: sum of the fees, one for each currency; `findings`: what code found against the plan.
         */
        Proposal: {
            /** Summary */
            summary: string;
            /**
             * Objective
             * @default
             */
            objective?: string;
            /**
             * Assignments
             * @default []
             */
            assignments?: components["schemas"]["Assignment"][];
            /**
             * @default {
             *       "milestones": []
             *     }
             */
            timeline?: components["schemas"]["Timeline"];
            /**
             * Rationale
             * @default
             */
            rationale?: string;
            /**
             * Success Criteria
             * @default []
             */
            success_criteria?: string[];
            /**
             * Risks
             * @default []
             */
            risks?: string[];
            /**
             * Gaps
             * @default []
             */
            gaps?: components["schemas"]["Gap"][];
            /**
             * Confidence
             * @default medium
             * @enum {string}
             */
            confidence?: "high" | "medium" | "low";
            adjustment_summary?: components["schemas"]["AdjustmentSummary"] | null;
            /** Proposal Id */
            proposal_id: string;
            /** Demand Id */
            demand_id: string;
            /** Version */
            version: number;
            /**
             * Round
             * @default 1
             */
            round?: number;
            /**
             * Adjusted
             * @default false
             */
            adjusted?: boolean;
            /**
             * Adjustment Failed
             * @default false
             */
            adjustment_failed?: boolean;
            /**
             * Is Forced
             * @default false
             */
            is_forced?: boolean;
            /**
             * Confirmed Participants
             * @default []
             */
            confirmed_participants?: string[];
            /**
             * Optional Participants
             * @default []
             */
            optional_participants?: string[];
            /**
             * Totals
             * @default []
             */
            totals?: components["schemas"]["Money"][];
            /**
             * Findings
             * @default []
             */
            findings?: components["schemas"]["Finding"][];
            /**
             * Created At
             * Format: date-time
             */
            created_at: string;
        };
        /**
         * PublicAgent
         * @description Public fields of an agent; without its user, price, days, limits and temperament.
         */
        PublicAgent: {
            /** Agent Id */
            agent_id: string;
            /** Display Name */
            display_name: string;
            /** Summary */
            summary: string;
            /** Capabilities */
            capabilities: string[];
            /** Tags */
            tags: string[];
            /** Location */
            location?: string | null;
            /** Languages */
            languages: string[];
            /** Remote */
            remote: boolean;
            /** Active */
            active: boolean;
        };
        /**
         * QuestionOption
         * @description One answer to a question, and what it changes in the understanding.
         */
        QuestionOption: {
            /** Id */
            id: string;
            /** Text */
            text: string;
            /** @default {} */
            changes?: components["schemas"]["UnderstandingChanges"];
        };
        /**
         * Readiness
         * @description Readiness of a gateway, with the state of its dependencies.
         */
        Readiness: {
            /** Ready */
            ready: boolean;
            /**
             * Mode
             * @enum {string}
             */
            mode: "embedded" | "distributed";
            /**
             * Model
             * @enum {string}
             */
            model: "anthropic" | "simulated" | "scenario";
            /** Checks */
            checks: components["schemas"]["ReadinessCheck"][];
        };
        /**
         * ReadinessCheck
         * @description State of one dependency of a gateway.
         */
        ReadinessCheck: {
            /**
             * Name
             * @enum {string}
             */
            name: "store" | "functions" | "broker" | "breaker" | "registry" | "embedder";
            /** Ok */
            ok: boolean;
            /** Detail */
            detail: string;
        };
        /**
         * Relaxation
         * @description One thing to relax, the whole demand as it would then read, ready to be submitted, and what that is to change.
         */
        Relaxation: {
            /** Aspect */
            aspect: string;
            /**
             * From
             * @default
             */
            from?: string;
            /**
             * To
             * @default
             */
            to?: string;
            /** Raw Input */
            raw_input: string;
            /**
             * Expected
             * @default
             */
            expected?: string;
        };
        /**
         * ReportSummary
         * @description Agreements, resolved concerns (`concern -> how`) and remaining uncertainties of a discussion.
         */
        ReportSummary: {
            /**
             * Key Agreements
             * @default []
             */
            key_agreements?: string[];
            /**
             * Resolved Concerns
             * @default []
             */
            resolved_concerns?: string[];
            /**
             * Remaining Uncertainties
             * @default []
             */
            remaining_uncertainties?: string[];
        };
        /**
         * ReporterMetadata
         * @description Final plan and summary (DL-71…81).
         */
        ReporterMetadata: {
            final_plan: components["schemas"]["FinalPlan"];
            summary: components["schemas"]["ReportSummary"];
        };
        /**
         * ReporterOutput
         * @description Output of the reporter: the report in Markdown.
         */
        ReporterOutput: {
            /** Round */
            round: number;
            /** Content */
            content: string;
            /**
             * Timestamp
             * Format: date-time
             */
            timestamp: string;
            /** Fallback */
            fallback?: boolean | null;
            /**
             * Agent Id
             * @default reporter
             * @constant
             */
            agent_id?: "reporter";
            /**
             * Output Type
             * @default report
             * @constant
             */
            output_type?: "report";
            metadata: components["schemas"]["ReporterMetadata"];
        };
        /**
         * RequestedChange
         * @description Change that a person requests before they join.
         */
        RequestedChange: {
            /** Aspect */
            aspect: string;
            /**
             * Current Value
             * @default
             */
            current_value?: string;
            /**
             * Desired Value
             * @default
             */
            desired_value?: string;
            /**
             * Reason
             * @default
             */
            reason?: string;
            terms?: components["schemas"]["Terms"] | null;
        };
        /**
         * RequesterDecision
         * @description Decision of the requester. `demand_id`: the demand that a change opened, which follows the decided one.
         */
        RequesterDecision: {
            /**
             * Decision
             * @enum {string}
             */
            decision: "approve" | "change";
            /** Decided At */
            decided_at: string;
            /** Text */
            text?: string;
            /** Demand Id */
            demand_id?: string;
        };
        /**
         * ResendReceipt
         * @description Confirmation that a dead letter will be sent again.
         */
        ResendReceipt: {
            /** Id */
            id: string;
            /**
             * Status
             * @default resent
             * @constant
             */
            status?: "resent";
        };
        /**
         * ReviewAnswer
         * @description Answer of a person to a plan. Unlike a model's, an unknown feedback type is rejected.
         */
        ReviewAnswer: {
            /**
             * Feedback Type
             * @enum {string}
             */
            feedback_type: "accept" | "negotiate" | "reject" | "withdraw";
            /** Adjustment Request */
            adjustment_request?: string | null;
            terms?: components["schemas"]["Terms"] | null;
            /**
             * Concerns
             * @default []
             */
            concerns?: string[];
            /**
             * Reasoning
             * @default
             */
            reasoning?: string;
        };
        /**
         * ReviewView
         * @description Current or last review of a plan version.
         *
         *     `sent_to`: agents that received the version; `asked`: those of the last distribution; `answered`: those with
         *     feedback, which is in their candidate's `feedback`. A withdrawal belongs to the version under review at that time.
         */
        ReviewView: {
            /** Version */
            version: number;
            /** Round */
            round: number;
            /** Sent To */
            sent_to: string[];
            /** Asked */
            asked: string[];
            /** Answered */
            answered: string[];
            /** Resent */
            resent: boolean;
        };
        /**
         * Risk
         * @description Risk of a plan; `id` is that of the finding, the earlier one if it repeats it.
         */
        Risk: {
            /** Id */
            id: string;
            /** Risk */
            risk: string;
            /**
             * Severity
             * @enum {string}
             */
            severity: "low" | "medium" | "high";
            /**
             * Impact
             * @default
             */
            impact?: string;
        };
        /**
         * RoleLoad
         * @description Work of one service role; a figure is absent while its service does not answer.
         *
         *     `waiting`: messages in its queue; `workers`: consumers of the queue; both are absent for the gateway, which has no
         *     queue. `to_send`: entries of its outbox, due or not. `overdue_s`: seconds by which its oldest due entry is overdue.
         */
        RoleLoad: {
            /** Role */
            role: string;
            /** Waiting */
            waiting?: number | null;
            /** Workers */
            workers?: number | null;
            /** To Send */
            to_send?: number | null;
            /** Overdue S */
            overdue_s?: number | null;
        };
        /**
         * RoundAnalysis
         * @description Figures of a round.
         *
         *     Attributes:
         *         consensus_level: Mean similarity of the standing positions; None if fewer than two could be compared.
         *         min_similarity: Similarity of the least similar pair; absent without a comparison.
         *         similarity_matrix: Rows and columns in the order of `agents`.
         *         agents: Agents whose standing positions were compared.
         *         most_different_pair: Indices into `agents`; None with fewer than two.
         *         stubborn_agents: Agents that repeat themselves (DL-130).
         *         self_similarity: Similarity of an agent's position with its previous live one.
         *         unargued_changes: Agents that changed their position in substance without a new argument.
         *         stale_agents: Agents whose earlier output stands in for a skipped turn.
         *         degraded: Whether a stale output or the keyword comparison is used.
         *         method: How the positions were compared.
         *         embedder: Name of the embedding model; absent if none was used.
         *         thresholds: Thresholds by which this round was decided.
         *         contradictions: Reasons why the two conclusions exclude each other, as codes with the differing words.
         *         veto: Why a high consensus was not accepted; absent if it was not vetoed.
         */
        RoundAnalysis: {
            /** Consensus Level */
            consensus_level: number | null;
            /** Min Similarity */
            min_similarity?: number | null;
            /**
             * Similarity Matrix
             * @default []
             */
            similarity_matrix?: number[][];
            /**
             * Agents
             * @default []
             */
            agents?: ("planner" | "critic")[];
            /** Most Different Pair */
            most_different_pair?: [
                number,
                number
            ] | null;
            /**
             * Stubborn Agents
             * @default []
             */
            stubborn_agents?: ("planner" | "critic")[];
            /** Self Similarity */
            self_similarity?: {
                [key: string]: number;
            };
            /**
             * Unargued Changes
             * @default []
             */
            unargued_changes?: ("planner" | "critic")[];
            /**
             * Stale Agents
             * @default []
             */
            stale_agents?: ("planner" | "critic")[];
            /**
             * Degraded
             * @default false
             */
            degraded?: boolean;
            /**
             * Method
             * @default embedding
             * @enum {string}
             */
            method?: "embedding" | "keyword" | "none";
            /** Embedder */
            embedder?: string | null;
            /**
             * @default {
             *       "high": 0.9,
             *       "low": 0.7,
             *       "stubborn": 0.98
             *     }
             */
            thresholds?: components["schemas"]["Thresholds"];
            /**
             * Contradictions
             * @default []
             */
            contradictions?: string[];
            /** Veto */
            veto?: ("infeasible" | "findings_unanswered" | "opposite_conclusions" | "stale_positions" | "nothing_challenged") | null;
        };
        /**
         * RoundHistory
         * @description Outputs of one round in the order planner, critic, host, reporter (DL-109).
         */
        RoundHistory: {
            /** Round */
            round: number;
            /**
             * Outputs
             * @default []
             */
            outputs?: (components["schemas"]["PlannerOutput"] | components["schemas"]["CriticOutput"] | components["schemas"]["PositionOutput"] | components["schemas"]["HostOutput"] | components["schemas"]["ReporterOutput"])[];
        };
        /**
         * RoundView
         * @description Round in the view.
         */
        RoundView: {
            /** Round */
            round: number;
            /**
             * Outputs
             * @default []
             */
            outputs?: components["schemas"]["OutputView"][];
            hostDecision?: components["schemas"]["HostDecisionView"] | null;
        };
        /**
         * RuleInterpretation
         * @description Interpretation of the rules for play (GH-105…110). `builtin`: ours, as the analyst's contradicted the game.
         */
        RuleInterpretation: {
            /** Win Condition */
            win_condition: string;
            /** Lose Condition */
            lose_condition: string;
            /**
             * Key Patterns
             * @default []
             */
            key_patterns?: string[];
            /**
             * Special Rules
             * @default []
             */
            special_rules?: string[];
            /**
             * Common Mistakes
             * @default []
             */
            common_mistakes?: string[];
            /** Strategic Guideline */
            strategic_guideline: string;
            /**
             * Builtin
             * @default false
             */
            builtin?: boolean;
        };
        /**
         * Session
         * @description Signed-in user and their role. `sign_in`: whether this gateway has API keys, so that users can sign in.
         */
        Session: {
            /** User Id */
            user_id: string | null;
            /** Admin */
            admin: boolean;
            /** Sign In */
            sign_in: boolean;
        };
        /**
         * SessionItem
         * @description A session in a list. `user_query` is cut to 200 characters; `rounds`: rounds begun so far.
         */
        SessionItem: {
            /** Session Id */
            session_id: string;
            /** User Query */
            user_query: string;
            /**
             * Status
             * @enum {string}
             */
            status: "in_progress" | "converged" | "terminated";
            /** Created At */
            created_at: string;
            /** Ended At */
            ended_at?: string | null;
            /** Rounds */
            rounds: number;
        };
        /**
         * SessionPage
         * @description A page of sessions, newest first. `next`: value of `before` for the next page; absent on the last one.
         */
        SessionPage: {
            /** Items */
            items: components["schemas"]["SessionItem"][];
            /** Next */
            next?: string | null;
        };
        /**
         * SessionSnapshot
         * @description State of a session as readers get it (DL-102…112).
         */
        SessionSnapshot: {
            /** Session Id */
            session_id: string;
            /** User Query */
            user_query: string;
            /**
             * Mode
             * @constant
             */
            mode: "multi_agent";
            /**
             * Status
             * @enum {string}
             */
            status: "in_progress" | "converged" | "terminated";
            /** Current Round */
            current_round: number;
            /** Max Rounds */
            max_rounds: number;
            /** Agents */
            agents: {
                [key: string]: components["schemas"]["AgentState"];
            };
            /** History */
            history: components["schemas"]["RoundHistory"][];
            /** Consensus Trend */
            consensus_trend: (number | null)[];
            /**
             * Created At
             * Format: date-time
             */
            created_at: string;
            /**
             * Updated At
             * Format: date-time
             */
            updated_at: string;
            /** User Id */
            user_id: string;
            /** Conversation Id */
            conversation_id: string;
            /** End Reason */
            end_reason?: ("consensus" | "early_stop" | "max_rounds" | "user" | "error" | "moderation") | null;
            /** Version */
            version: number;
            /**
             * Pending
             * @default []
             */
            pending?: components["schemas"]["PendingTask"][];
            /**
             * Last Decisions
             * @default []
             */
            last_decisions?: components["schemas"]["HostDecision"][];
            /** Self Similarity */
            self_similarity?: {
                [key: string]: (number | null)[];
            };
            /** Timezone */
            timezone: string;
            /** Today */
            today: string;
            /**
             * Model
             * @enum {string}
             */
            model: "anthropic" | "simulated" | "scenario";
        };
        /**
         * SessionView
         * @description View of a session: what folding its events gives (DL-139, DL-143).
         */
        SessionView: {
            /**
             * Type
             * @default multi_agent_session
             * @constant
             */
            type?: "multi_agent_session";
            /** Sessionid */
            sessionId: string;
            /**
             * Rounds
             * @default []
             */
            rounds?: components["schemas"]["RoundView"][];
            finalReport?: components["schemas"]["FinalReportView"] | null;
            /**
             * Status
             * @default in_progress
             * @enum {string}
             */
            status?: "in_progress" | "converged" | "terminated";
            /** Endreason */
            endReason?: ("consensus" | "early_stop" | "max_rounds" | "user" | "error" | "moderation") | null;
            /**
             * Lastseq
             * @default 0
             */
            lastSeq?: number;
        };
        /**
         * StageDisplay
         * @description State of a stage: its mode and speed, the newest event shown (`seq`, 0: none), and whether it is the poster.
         */
        StageDisplay: {
            /**
             * Mode
             * @enum {string}
             */
            mode: "running" | "held" | "live";
            /** Speed */
            speed: number;
            /** Seq */
            seq: number;
            /**
             * Poster
             * @default false
             */
            poster?: boolean;
        };
        /**
         * SubmissionResponse
         * @description An accepted, durable demand, and the secret that proves who submitted it.
         *
         *     `requester_token`: to be sent as `X-Requester-Token` with later changes of the demand; no other response has it.
         */
        SubmissionResponse: {
            /** Demand Id */
            demand_id: string;
            /** Channel Id */
            channel_id: string;
            /**
             * Status
             * @default processing
             * @constant
             */
            status?: "processing";
            understanding?: components["schemas"]["UnderstandingResponse"] | null;
            /**
             * Model
             * @enum {string}
             */
            model: "anthropic" | "simulated" | "scenario";
            /** Requester Token */
            requester_token: string;
        };
        /**
         * SubnetView
         * @description A subnet: a gap of the plan that is negotiated in a channel of its own, with its status and participants.
         */
        SubnetView: {
            /** Sub Demand Id */
            sub_demand_id: string;
            /** Sub Channel Id */
            sub_channel_id: string;
            /** Gap Type */
            gap_type: string;
            /** Sub Demand */
            sub_demand: string;
            /** Depth */
            depth: number;
            /** Fallback */
            fallback: boolean;
            /**
             * Status
             * @enum {string}
             */
            status: "processing" | "finalized" | "force_finalized" | "failed" | "cancelled";
            /** Participants */
            participants: string[];
            channel: components["schemas"]["ChannelView"];
        };
        /**
         * Suggestion
         * @description Proposed change of a plan; `id` is that of the finding, the earlier one if it repeats it.
         */
        Suggestion: {
            /** Id */
            id: string;
            /** Issue */
            issue: string;
            /**
             * Solution
             * @default
             */
            solution?: string;
            /**
             * Priority
             * @enum {string}
             */
            priority: "low" | "medium" | "high";
        };
        /**
         * SystemReport
         * @description State of the whole system. What cannot be known while a service does not answer is absent.
         *
         *     `checks` are those of `towow doctor`. `open`: open correlations by kind, of at most `max_open` in all. `blocked`:
         *     why the broker takes no messages. `dead_letters`: number of all dead letters.
         */
        SystemReport: {
            /**
             * At
             * Format: date-time
             */
            at: string;
            /**
             * Mode
             * @enum {string}
             */
            mode: "embedded" | "distributed";
            /** Checks */
            checks: components["schemas"]["CheckResult"][];
            /** Roles */
            roles: components["schemas"]["RoleLoad"][];
            /** Open */
            open?: {
                [key: string]: number;
            } | null;
            /** Max Open */
            max_open: number;
            /** Blocked */
            blocked?: string | null;
            memory?: components["schemas"]["MemoryUsage"] | null;
            /** Dead Letters */
            dead_letters?: number | null;
            breaker?: components["schemas"]["BreakerState"] | null;
        };
        /**
         * TerminationResponse
         * @description An accepted termination; the event `session_ended` follows within 2 s.
         */
        TerminationResponse: {
            /** Session Id */
            session_id: string;
            /**
             * Status
             * @default terminating
             * @constant
             */
            status?: "terminating";
        };
        /**
         * Terms
         * @description Terms as values; leave out what nothing is said about. Amounts in minor units (pence, fen).
         */
        Terms: {
            fee?: components["schemas"]["Money"] | null;
            /** Per */
            per?: ("event" | "hour" | "day" | "person") | null;
            /** Start */
            start?: string | null;
            /** End */
            end?: string | null;
            /** People */
            people?: number | null;
            /** Notice Days */
            notice_days?: number | null;
            /** Deposit Share */
            deposit_share?: number | null;
            /**
             * Dates
             * @default []
             */
            dates?: string[];
            /**
             * Not On
             * @default []
             */
            not_on?: string[];
            /**
             * Conditions
             * @default []
             */
            conditions?: components["schemas"]["Condition"][];
        };
        /**
         * TextSpan
         * @description Words of a demand and where they stand; without a span if they do not stand there as they are.
         */
        TextSpan: {
            /** Text */
            text: string;
            /** Span */
            span?: number[] | null;
        };
        /**
         * Threat
         * @description Threat of one side on the board.
         */
        Threat: {
            /** Kind */
            kind: string;
            /**
             * Side
             * @enum {integer}
             */
            side: 1 | 2;
            /**
             * Points
             * @default []
             */
            points?: [
                number,
                number
            ][];
            /**
             * Must Reply
             * @default false
             */
            must_reply?: boolean;
        };
        /**
         * ThreatAnalysis
         * @description Danger for the team before its move: `threat` on the scale of GH-145, `urgency` of a defence (GH-96).
         */
        ThreatAnalysis: {
            /** Threat */
            threat: number;
            /** Urgency */
            urgency: number;
            /**
             * Threats
             * @default []
             */
            threats?: components["schemas"]["Threat"][];
            /** Computed At Ply */
            computed_at_ply: number;
        };
        /**
         * Thresholds
         * @description Thresholds of one embedder: above `high` is consensus, up to `low` dissent, above `stubborn` a repetition.
         */
        Thresholds: {
            /**
             * High
             * @default 0.9
             */
            high?: number;
            /**
             * Low
             * @default 0.7
             */
            low?: number;
            /**
             * Stubborn
             * @default 0.98
             */
            stubborn?: number;
        };
        /**
         * Timeline
         * @description When it starts and what must be done by when (TW-607).
         */
        Timeline: {
            /** Start Date */
            start_date?: string | null;
            /**
             * Milestones
             * @default []
             */
            milestones?: components["schemas"]["Milestone"][];
        };
        /**
         * TurnEntry
         * @description Turn of an agent.
         */
        TurnEntry: {
            /**
             * Kind
             * @default turn
             * @constant
             */
            kind?: "turn";
            /** Agent */
            agent: ("strategist" | "tactician" | "endgame_specialist") | ("rule_analyst" | "opening_expert" | "attack_analyst" | "defense_analyst" | "local_tactics_expert" | "endgame_calculator" | "undo_reevaluator");
            /** Turn */
            turn: number;
            /** Thought */
            thought: string;
            /** Message */
            message?: string | null;
            /** Failure */
            failure?: string | null;
        };
        /**
         * UnderstandingChanges
         * @description Fields of the understanding that this option replaces, each as a whole.
         */
        UnderstandingChanges: {
            /** Needs */
            needs?: components["schemas"]["Need"][] | null;
            limits?: components["schemas"]["DemandLimits"] | null;
            /** Preferences */
            preferences?: string[] | null;
            /** Not Wanted */
            not_wanted?: components["schemas"]["TextSpan"][] | null;
            /** Title */
            title?: string | null;
        };
        /**
         * UnderstandingQuestion
         * @description One question, only when its answer changes who is invited; two to four options.
         */
        UnderstandingQuestion: {
            /** Aspect */
            aspect: string;
            /** Text */
            text: string;
            /** Options */
            options: components["schemas"]["QuestionOption"][];
            /** Default */
            default: string;
        };
        /**
         * UnderstandingResponse
         * @description Meaning of a demand. `fallback`: true if it only repeats the demand's words because the model did not answer.
         */
        UnderstandingResponse: {
            /** Surface Demand */
            surface_demand: string;
            /**
             * @default {
             *       "motivation": "",
             *       "likely_preferences": []
             *     }
             */
            deep_understanding?: components["schemas"]["DeepUnderstanding"];
            /**
             * Capability Tags
             * @default []
             */
            capability_tags?: string[];
            /** @default {} */
            context?: components["schemas"]["DemandContext"];
            /**
             * Confidence
             * @default medium
             * @enum {string}
             */
            confidence?: "high" | "medium" | "low";
            /**
             * Needs
             * @default []
             */
            needs?: components["schemas"]["Need"][];
            /** @default {} */
            limits?: components["schemas"]["DemandLimits"];
            /**
             * Limit Words
             * @default []
             */
            limit_words?: components["schemas"]["LimitWords"][];
            /**
             * Preferences
             * @default []
             */
            preferences?: string[];
            /**
             * Not Wanted
             * @default []
             */
            not_wanted?: components["schemas"]["TextSpan"][];
            /**
             * Background
             * @default []
             */
            background?: components["schemas"]["TextSpan"][];
            /**
             * Not Understood
             * @default []
             */
            not_understood?: components["schemas"]["TextSpan"][];
            /**
             * Register
             * @default neutral
             * @enum {string}
             */
            register?: "festive" | "neutral" | "grave";
            /**
             * Title
             * @default
             */
            title?: string;
            terms?: components["schemas"]["Terms"] | null;
            question?: components["schemas"]["UnderstandingQuestion"] | null;
            /** Fallback */
            fallback?: true | null;
        };
        /**
         * UndoResult
         * @description Effect of an undoing: numbers of restored and of deleted agents, and ids of those changed since, which stay.
         */
        UndoResult: {
            /**
             * Restored
             * @default 0
             */
            restored?: number;
            /**
             * Deleted
             * @default 0
             */
            deleted?: number;
            /**
             * Kept
             * @default []
             */
            kept?: string[];
        };
        /**
         * Usage
         * @description Paid model calls, tokens read and written, and their price in US dollars.
         */
        Usage: {
            /**
             * Calls
             * @default 0
             */
            calls?: number;
            /**
             * Input Tokens
             * @default 0
             */
            input_tokens?: number;
            /**
             * Output Tokens
             * @default 0
             */
            output_tokens?: number;
            /**
             * Cost Usd
             * @default 0
             */
            cost_usd?: number;
        };
        /**
         * ValidityCheck
         * @description Whether the plan can be done, is realistic, and leaves nothing out.
         */
        ValidityCheck: {
            /** Feasible */
            feasible: boolean;
            /** Realistic */
            realistic: boolean;
            /** Complete */
            complete: boolean;
        };
        /**
         * CancelBody
         * @description Reason of a cancellation.
         */
        CancelBody: {
            /**
             * Reason
             * @default null
             */
            reason?: string | null;
        };
        /**
         * ConflictDetails
         * @description Resource that a request conflicts with: its `id`, and its present status.
         */
        ConflictDetails: {
            /** Id */
            id: string;
            /** Status */
            status: string;
        };
        /**
         * DeadLetterSelection
         * @description Dead letters to act on: those with these ids, or all with one reason.
         */
        DeadLetterSelection: {
            /** Ids */
            ids: string[];
        } | {
            /** Reason */
            reason: string;
        };
        /**
         * DecisionBody
         * @description Decision about an outcome; `text` says what to change, or is a remark about the approval.
         */
        DecisionBody: {
            /**
             * Decision
             * @enum {string}
             */
            decision: "approve" | "change";
            /**
             * Text
             * @default null
             */
            text?: string | null;
        };
        /**
         * DemandBody
         * @description A demand in a person's own words.
         */
        DemandBody: {
            /** Raw Input */
            raw_input: string;
            /** User Id */
            user_id: string;
            /**
             * Visibility
             * @description who may see the demand; the default is set at the gateway, or private if `follows` is private
             * @default null
             */
            visibility?: ("public" | "private") | null;
            /**
             * Follows
             * @description id of an earlier demand, visible to the caller, that this one continues
             * @default null
             */
            follows?: string | null;
            /**
             * Interactive
             * @description whether the requester is there to answer a question and to change what was understood before anyone is invited
             * @default false
             */
            interactive?: boolean;
        };
        /**
         * ErrorBody
         * @description Body of every error response. `details` is a text, the invalid fields (E001), or the conflict (E014).
         */
        ErrorBody: {
            /** Error Code */
            error_code: string;
            /** Message */
            message: string;
            /** Details */
            details: string | components["schemas"]["FieldError"][] | components["schemas"]["ConflictDetails"];
        };
        /**
         * FieldError
         * @description Problem with one field of a request.
         */
        FieldError: {
            /** Field */
            field: string;
            /** Problem */
            problem: string;
        };
        /**
         * GameBody
         * @description A game to start.
         *
         *     Attributes:
         *         game: Key or name of the game.
         *         human: Which player the person is; `none`: the team begins, and plays against `opponent`.
         *         level: Playing strength of the engines.
         *         opponent: Opponent of the team in a game without a person; default: engine.
         *         rule: Text of the rules, if they are to be explained by another text than ours.
         *         user_id: User whose game it is; default: the caller.
         */
        GameBody: {
            /** Game */
            game: string;
            /**
             * Human
             * @enum {string}
             */
            human: "first" | "second" | "none";
            /**
             * Level
             * @default 4
             * @enum {integer}
             */
            level?: 1 | 2 | 3 | 4;
            /**
             * Opponent
             * @default null
             */
            opponent?: ("team" | "engine") | null;
            /**
             * Rule
             * @default
             */
            rule?: string;
            /**
             * User Id
             * @default null
             */
            user_id?: string | null;
        };
        /**
         * InvitationLinkBody
         * @description Body that makes an invitation link. `days`: how long it is valid.
         */
        InvitationLinkBody: {
            /**
             * Days
             * @default 14
             */
            days?: number;
        };
        /**
         * LinkAnswerBody
         * @description Answer of an invited person. `later` asks for more time and settles nothing.
         *
         *     `text`: the reason, or with `conditions` the conditions, one in a line, or the change of the plan; required then.
         */
        LinkAnswerBody: {
            /** Question Id */
            question_id: string;
            /**
             * Decision
             * @enum {string}
             */
            decision: "yes" | "no" | "conditions" | "later";
            /**
             * Text
             * @default
             */
            text?: string;
        };
        /**
         * MoveBody
         * @description A move: row and column from 0, and the number that it gets, from 1.
         */
        MoveBody: {
            /** X */
            x: number;
            /** Y */
            y: number;
            /** Ply */
            ply: number;
        };
        /**
         * QuestionAnswerBody
         * @description Answer to a question: the id of an option, or own words, which a question about a limit does not accept.
         */
        QuestionAnswerBody: {
            /** Question Id */
            question_id: string;
            /**
             * Option
             * @default null
             */
            option?: string | null;
            /**
             * Text
             * @default null
             */
            text?: string | null;
        };
        /**
         * RemoteCommand
         * @description A command to the stage; `speed` with the action `speed` only.
         */
        RemoteCommand: {
            /**
             * Action
             * @enum {string}
             */
            action: "hold" | "continue" | "next" | "previous" | "next_round" | "previous_round" | "start" | "live";
        } | {
            /** @constant */
            action: "speed";
            speed: number;
        };
        /**
         * RevisedLimits
         * @description Limits that the demand states and a plan must keep; leave out the others.
         */
        RevisedLimits: {
            /**
             * Place
             * @default null
             */
            place?: string | null;
            /**
             * Dates
             * @default []
             */
            dates?: string[];
            /**
             * Weekdays
             * @default []
             */
            weekdays?: number[];
            /**
             * Not On
             * @default []
             */
            not_on?: (string | unknown | ("monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday"))[];
            /** @default null */
            people?: components["schemas"]["PeopleRange"] | null;
            /** @default null */
            budget?: components["schemas"]["Money"] | null;
            /**
             * Language
             * @default null
             */
            language?: string | null;
            /**
             * Hours
             * @default null
             */
            hours?: string | null;
        };
        /**
         * RevisedNeed
         * @description One ability, person or thing that others must bring, in the words of the demand.
         */
        RevisedNeed: {
            /**
             * Id
             * @default
             */
            id?: string;
            /** Need */
            need: string;
            /**
             * Count
             * @default 1
             */
            count?: number;
            /**
             * Required
             * @default true
             */
            required?: boolean;
            /**
             * Span
             * @default null
             */
            span?: number[] | null;
        };
        /**
         * RevisedText
         * @description Words of the requester.
         */
        RevisedText: {
            /** Text */
            text: string;
            /**
             * Span
             * @default null
             */
            span?: number[] | null;
        };
        /**
         * RevisionBody
         * @description Fields of the understanding to replace, each as a whole; or `go`, to invite now.
         */
        RevisionBody: {
            /**
             * Go
             * @default null
             */
            go?: true | null;
            /**
             * Needs
             * @default null
             */
            needs?: components["schemas"]["RevisedNeed"][] | null;
            /** @default null */
            limits?: components["schemas"]["RevisedLimits"] | null;
            /**
             * Preferences
             * @default null
             */
            preferences?: string[] | null;
            /**
             * Not Wanted
             * @default null
             */
            not_wanted?: components["schemas"]["RevisedText"][] | null;
            /**
             * Title
             * @default null
             */
            title?: string | null;
        };
        /**
         * ServerRequestBody
         * @description Request of a game server for a move, as a form or as JSON; a number may be given as text.
         *
         *     Attributes:
         *         gameId: Id of the game at the server.
         *         userId: Id of the person at the server, to whom the callback is addressed.
         *         currentMap: Rows of the board, of 0, 1 and 2, separated by line feeds.
         *         LLMFlag: Side of the model.
         *         gameType: Name of the game.
         *         gameRule: Text of the rules; may be empty.
         *         historySteps: A line a move: `stepN:玩家在(x,y)下棋` or `stepN:AI在(x,y)下棋`.
         *         gridSize: Number of rows.
         *         allowedTimeout: Milliseconds that the server waits.
         */
        ServerRequestBody: {
            /** Gameid */
            gameId: number | string;
            /** Userid */
            userId: number | string;
            /** Currentmap */
            currentMap: string;
            /**
             * Llmflag
             * @enum {string}
             */
            LLMFlag: "1" | "2";
            /** Gametype */
            gameType: string;
            /**
             * Gamerule
             * @default null
             */
            gameRule?: string | null;
            /** Historysteps */
            historySteps: string;
            /** Gridsize */
            gridSize: number | string;
            /** Allowedtimeout */
            allowedTimeout: number | string;
        } & {
            [key: string]: unknown;
        };
        /**
         * SessionBody
         * @description API key to sign in with.
         */
        SessionBody: {
            /** Key */
            key: string;
        };
        /**
         * StartBody
         * @description A message that wants a plan. A conversation has one running session.
         */
        StartBody: {
            /** Message */
            message: string;
            /**
             * Mode
             * @constant
             */
            mode: "multi_agent";
            /** Userid */
            userId: string;
            /** Conversationid */
            conversationId: string;
        };
        /**
         * Todo
         * @description To-do made of one task of the final plan; `due` is a date (DL-07).
         */
        Todo: {
            /** Todo Id */
            todo_id: string;
            /** Title */
            title: string;
            /** Due */
            due: string;
            /** Estimated Hours */
            estimated_hours: number;
            /**
             * Tags
             * @default []
             */
            tags?: string[];
            /** Phase */
            phase: string;
            /**
             * Done
             * @default false
             */
            done?: boolean;
        };
        /**
         * TodoList
         * @description To-dos of the plan in a session's report, one per task, in its order.
         */
        TodoList: {
            /** Items */
            items: components["schemas"]["Todo"][];
        };
        /**
         * UndoBody
         * @description An undo. `ply` is the number of moves on the board now.
         */
        UndoBody: {
            /** Ply */
            ply: number;
        };
        /**
         * UndoRequest
         * @description Changes of an import to be undone.
         */
        UndoRequest: {
            /** Changes */
            changes: components["schemas"]["ProfileChange"][];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    submitDemand: {
        parameters: {
            query?: {
                /** @description maximum seconds to wait for the understanding */
                wait_s?: number;
            };
            header?: {
                "Idempotency-Key"?: string | null;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "raw_input": "我想在北京办一场AI主题聚会，需要场地和嘉宾",
                 *       "user_id": "user_alice"
                 *     }
                 */
                "application/json": components["schemas"]["DemandBody"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmissionResponse"];
                };
            };
            /** @description E001: the request is not well formed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E002: no such demand */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E016: the request is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E020: this method or content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E015: this Idempotency-Key was used with another body */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E018: not available at the moment, try again later */
            503: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    cancelDemand: {
        parameters: {
            query?: never;
            header?: {
                /** @description `requester_token` of the submission; without this header, the submission's cookie counts */
                "X-Requester-Token"?: string | null;
            };
            path: {
                demand_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["CancelBody"];
            };
        };
        responses: {
            /** @description Successful Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CancellationResponse"];
                };
            };
            /** @description E001: the request is not well formed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E002: no such demand */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E014: conflict with the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E016: the request is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E020: this method or content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E018: not available at the moment, try again later */
            503: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    reviseUnderstanding: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string | null;
                /** @description `requester_token` of the submission; without this header, the submission's cookie counts */
                "X-Requester-Token"?: string | null;
            };
            path: {
                demand_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "needs": [
                 *         {
                 *           "need": "场地"
                 *         },
                 *         {
                 *           "need": "摄影师",
                 *           "count": 2
                 *         }
                 *       ],
                 *       "title": "AI 主题聚会"
                 *     }
                 */
                "application/json": components["schemas"]["RevisionBody"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnderstandingResponse"];
                };
            };
            /** @description E001: the request is not well formed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E002: no such demand */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E014: conflict with the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E016: the request is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E020: this method or content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E015: this Idempotency-Key was used with another body */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E018: not available at the moment, try again later */
            503: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    answerDemandQuestion: {
        parameters: {
            query?: never;
            header?: {
                /** @description `requester_token` of the submission; without this header, the submission's cookie counts */
                "X-Requester-Token"?: string | null;
            };
            path: {
                demand_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "question_id": "q-abcdefghijklm",
                 *       "option": "weekend"
                 *     }
                 */
                "application/json": components["schemas"]["QuestionAnswerBody"];
            };
        };
        responses: {
            /** @description Successful Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnswerReceipt"];
                };
            };
            /** @description E001: the request is not well formed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E002: no such demand; E019: not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E014: conflict with the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E016: the request is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E020: this method or content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E018: not available at the moment, try again later */
            503: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    decideDemand: {
        parameters: {
            query?: never;
            header?: {
                /** @description `requester_token` of the submission; without this header, the submission's cookie counts */
                "X-Requester-Token"?: string | null;
            };
            path: {
                demand_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "decision": "change",
                 *       "text": "预算改为 8000 元"
                 *     }
                 */
                "application/json": components["schemas"]["DecisionBody"];
            };
        };
        responses: {
            /** @description Successful Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DecisionResponse"];
                };
            };
            /** @description E001: the request is not well formed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E002: no such demand */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E014: conflict with the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E016: the request is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E020: this method or content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E018: not available at the moment, try again later */
            503: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    listDemands: {
        parameters: {
            query?: {
                /** @description only demands of this user */
                user_id?: string | null;
                status?: ("processing" | "finalized" | "force_finalized" | "failed" | "cancelled") | null;
                /** @description only demands that continue this one */
                follows?: string | null;
                /** @description maximum number of items */
                limit?: number;
                /** @description `next` of the previous page */
                before?: string | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DemandPage"];
                };
            };
            /** @description E001: the request is not well formed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E002: no such demand */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E018: not available at the moment, try again later */
            503: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getDemand: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                demand_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DemandView"];
                };
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E002: no such demand */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E018: not available at the moment, try again later */
            503: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getEvents: {
        parameters: {
            query?: {
                /** @description return the events with a larger `seq` */
                after?: number;
                /** @description maximum number of events */
                limit?: number;
            };
            header?: never;
            path: {
                demand_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventPage"];
                };
            };
            /** @description E001: the request is not well formed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E002: no such demand */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E018: not available at the moment, try again later */
            503: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    streamEvents: {
        parameters: {
            query?: {
                /** @description id of the last event received */
                after?: string | null;
            };
            header?: {
                /** @description id of the last event received; takes precedence over `after` */
                "Last-Event-ID"?: string | null;
            };
            path: {
                demand_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description frames with `id`, `event` and `data`; the last event is `towow.demand.closed` */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /** @description the demand is closed and its last event was already received */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E002: no such demand */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E018: not available at the moment, try again later */
            503: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    createPresentation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                demand_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PresentationReceipt"];
                };
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E002: no such demand */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E018: not available at the moment, try again later */
            503: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getPresentation: {
        parameters: {
            query?: {
                /** @description revision that is known already */
                after?: number;
                /** @description seconds to wait for a newer revision */
                wait_s?: number;
            };
            header?: never;
            path: {
                demand_id: string;
                presentation_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PresentationState"];
                };
            };
            /** @description E001: the request is not well formed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E019: not found; E002: no such demand */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E018: not available at the moment, try again later */
            503: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    commandPresentation: {
        parameters: {
            query?: never;
            header?: {
                /** @description `token` of the new presentation */
                "X-Presentation-Token"?: string | null;
            };
            path: {
                demand_id: string;
                presentation_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "action": "next"
                 *     }
                 */
                "application/json": components["schemas"]["RemoteCommand"];
            };
        };
        responses: {
            /** @description Successful Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommandReceipt"];
                };
            };
            /** @description E001: the request is not well formed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E019: not found; E002: no such demand */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E016: the request is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E020: this method or content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E018: not available at the moment, try again later */
            503: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    reportDisplay: {
        parameters: {
            query?: never;
            header?: {
                /** @description `token` of the new presentation */
                "X-Presentation-Token"?: string | null;
            };
            path: {
                demand_id: string;
                presentation_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "mode": "running",
                 *       "speed": 1,
                 *       "seq": 12,
                 *       "poster": false
                 *     }
                 */
                "application/json": components["schemas"]["StageDisplay"];
            };
        };
        responses: {
            /** @description Successful Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description E001: the request is not well formed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E019: not found; E002: no such demand */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E016: the request is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E020: this method or content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E018: not available at the moment, try again later */
            503: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getChannel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                channel_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Channel"];
                };
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E007: no such channel */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E018: not available at the moment, try again later */
            503: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    listAgents: {
        parameters: {
            query?: {
                /** @description search text: words of the profile or a name */
                q?: string;
                /** @description maximum number of items */
                limit?: number;
                location?: string;
                capability?: string;
                language?: string;
                max_price?: number | null;
                /** @description ISO 4217 code */
                currency?: string;
                /** @description whether to count the choices of the filters */
                facets?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentPage"];
                };
            };
            /** @description E001: the request is not well formed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E018: not available at the moment, try again later */
            503: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getAgent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agent_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicAgent"];
                };
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E008: no such agent */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E018: not available at the moment, try again later */
            503: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    listOwnAgents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnAgents"];
                };
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E018: not available at the moment, try again later */
            503: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    attendAgent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agent_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AttendanceLease"];
                };
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E008: no such agent */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E018: not available at the moment, try again later */
            503: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    leaveAgent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agent_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E008: no such agent */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E018: not available at the moment, try again later */
            503: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    listQuestions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agent_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingQuestionPage"];
                };
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E008: no such agent */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E018: not available at the moment, try again later */
            503: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    answerQuestion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agent_id: string;
                question_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvitationAnswer"] | components["schemas"]["ReviewAnswer"];
            };
        };
        responses: {
            /** @description Successful Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnswerReceipt"];
                };
            };
            /** @description E001: the request is not well formed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E019: not found; E008: no such agent */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E014: conflict with the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E016: the request is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E020: this method or content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E018: not available at the moment, try again later */
            503: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    listLinkQuestions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkQuestionPage"];
                };
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E019: not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E018: not available at the moment, try again later */
            503: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    attendByLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AttendanceLease"];
                };
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E019: not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E018: not available at the moment, try again later */
            503: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    answerByLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "question_id": "ask_abcdefghijklmnopqrst",
                 *       "decision": "conditions",
                 *       "text": "周日下午三点以后"
                 *     }
                 */
                "application/json": components["schemas"]["LinkAnswerBody"];
            };
        };
        responses: {
            /** @description Successful Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkAnswerReceipt"];
                };
            };
            /** @description E001: the request is not well formed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E019: not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E014: conflict with the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E016: the request is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E020: this method or content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E018: not available at the moment, try again later */
            503: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    listPendingAnswers: {
        parameters: {
            query?: never;
            header?: {
                /** @description `requester_token` of the submission; without this header, the submission's cookie counts */
                "X-Requester-Token"?: string | null;
            };
            path: {
                demand_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingAnswerPage"];
                };
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E002: no such demand */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E018: not available at the moment, try again later */
            503: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    listInvitationLinks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agent_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitationLinkPage"];
                };
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E008: no such agent */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E018: not available at the moment, try again later */
            503: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    createInvitationLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agent_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "days": 14
                 *     }
                 */
                "application/json": components["schemas"]["InvitationLinkBody"];
            };
        };
        responses: {
            /** @description Successful Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewInvitationLink"];
                };
            };
            /** @description E001: the request is not well formed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E008: no such agent */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E016: the request is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E020: this method or content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E018: not available at the moment, try again later */
            503: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    listAllInvitationLinks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitationLinkPage"];
                };
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E018: not available at the moment, try again later */
            503: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    revokeInvitationLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                link_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E019: not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E018: not available at the moment, try again later */
            503: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    addAgent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "agent_id": "agent_bob",
                 *       "display_name": "Bob",
                 *       "capabilities": [
                 *         "场地提供"
                 *       ],
                 *       "location": "北京",
                 *       "price": 2000,
                 *       "currency": "CNY"
                 *     }
                 */
                "application/json": components["schemas"]["Profile"];
            };
        };
        responses: {
            /** @description Successful Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Profile"];
                };
            };
            /** @description E001: the request is not well formed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E014: conflict with the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E016: the request is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E020: this method or content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E018: not available at the moment, try again later */
            503: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    importAgents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-ndjson": string;
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportResult"];
                };
            };
            /** @description E001: the request is not well formed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E016: the request is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E020: this method or content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E018: not available at the moment, try again later */
            503: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    previewImport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-ndjson": string;
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportPreview"];
                };
            };
            /** @description E001: the request is not well formed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E016: the request is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E020: this method or content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E018: not available at the moment, try again later */
            503: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    undoImport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "changes": [
                 *         {
                 *           "after": {
                 *             "agent_id": "agent_bob",
                 *             "display_name": "Bob",
                 *             "capabilities": [
                 *               "场地提供"
                 *             ],
                 *             "location": "北京",
                 *             "price": 2000,
                 *             "currency": "CNY"
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["UndoRequest"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UndoResult"];
                };
            };
            /** @description E001: the request is not well formed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E016: the request is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E020: this method or content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E018: not available at the moment, try again later */
            503: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getProfile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agent_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Profile"];
                };
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E008: no such agent */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E018: not available at the moment, try again later */
            503: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    putAgent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agent_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "agent_id": "agent_bob",
                 *       "display_name": "Bob",
                 *       "capabilities": [
                 *         "场地提供"
                 *       ],
                 *       "location": "北京",
                 *       "price": 2000,
                 *       "currency": "CNY"
                 *     }
                 */
                "application/json": components["schemas"]["Profile"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Profile"];
                };
            };
            /** @description The agent was added */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Profile"];
                };
            };
            /** @description E001: the request is not well formed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E014: conflict with the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E016: the request is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E020: this method or content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E018: not available at the moment, try again later */
            503: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    deleteAgent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agent_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E008: no such agent */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E018: not available at the moment, try again later */
            503: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    listOpenChannels: {
        parameters: {
            query?: {
                /** @description at most so many */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenChannels"];
                };
            };
            /** @description E001: the request is not well formed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E018: not available at the moment, try again later */
            503: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    cancelOpenDemand: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                demand_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CancellationResponse"];
                };
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E002: no such demand */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E014: conflict with the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E018: not available at the moment, try again later */
            503: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    listSessions: {
        parameters: {
            query?: {
                /** @description owner of the sessions; default: the caller */
                user_id?: string | null;
                /** @description maximum number of items */
                limit?: number;
                /** @description `next` of the previous page */
                before?: string | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionPage"];
                };
            };
            /** @description E001: the request is not well formed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E018: not available at the moment, try again later */
            503: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    startSession: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string | null;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "message": "帮我制定IELTS备考计划",
                 *       "mode": "multi_agent",
                 *       "userId": "user_alice",
                 *       "conversationId": "conversation-1"
                 *     }
                 */
                "application/json": components["schemas"]["StartBody"];
            };
        };
        responses: {
            /** @description frames with `id` and one flat object as `data`; after `session_ended` one `data: [DONE]` */
            200: {
                headers: {
                    /** @description id of the session */
                    "X-Session-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /** @description E001: the request is not well formed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E014: conflict with the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E016: the request is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E020: this method or content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E015: this Idempotency-Key was used with another body */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E018: not available at the moment, try again later */
            503: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    streamSession: {
        parameters: {
            query?: {
                /** @description id of the last event received */
                after?: string | null;
            };
            header?: {
                /** @description id of the last event received; takes precedence over `after` */
                "Last-Event-ID"?: string | null;
            };
            path: {
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description frames with `id` and one flat object as `data`; after `session_ended` one `data: [DONE]` */
            200: {
                headers: {
                    /** @description id of the session */
                    "X-Session-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /** @description the session has ended and its last event was already received */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E019: not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E018: not available at the moment, try again later */
            503: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionView"];
                };
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E019: not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E018: not available at the moment, try again later */
            503: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getSessionState: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionSnapshot"];
                };
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E019: not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E018: not available at the moment, try again later */
            503: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    terminateSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TerminationResponse"];
                };
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E019: not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E014: conflict with the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E018: not available at the moment, try again later */
            503: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getSessionPlan: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Plan"];
                };
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E019: not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E018: not available at the moment, try again later */
            503: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getSessionTodos: {
        parameters: {
            query?: {
                /** @description default: by `Accept`, else json */
                format?: ("json" | "ics" | "md") | null;
            };
            header?: never;
            path: {
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description the to-dos; iCalendar and Markdown as a file to download */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TodoList"];
                    "text/calendar": string;
                    "text/markdown": string;
                };
            };
            /** @description E001: the request is not well formed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E019: not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E018: not available at the moment, try again later */
            503: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    listGames: {
        parameters: {
            query?: {
                /** @description owner of the games; default: the caller */
                user_id?: string | null;
                /** @description maximum number of items */
                limit?: number;
                /** @description `next` of the previous page */
                before?: string | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GamePage"];
                };
            };
            /** @description E001: the request is not well formed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E018: not available at the moment, try again later */
            503: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    startGame: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string | null;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "game": "gomoku",
                 *       "human": "first",
                 *       "level": 4,
                 *       "user_id": "user_alice"
                 *     }
                 */
                "application/json": components["schemas"]["GameBody"];
            };
        };
        responses: {
            /** @description Successful Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GameView"];
                };
            };
            /** @description E001: the request is not well formed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E016: the request is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E020: this method or content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E015: this Idempotency-Key was used with another body */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E018: not available at the moment, try again later */
            503: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getGame: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                game_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GameView"];
                };
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E019: not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E018: not available at the moment, try again later */
            503: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    playMove: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                game_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "x": 7,
                 *       "y": 7,
                 *       "ply": 1
                 *     }
                 */
                "application/json": components["schemas"]["MoveBody"];
            };
        };
        responses: {
            /** @description Successful Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GameAcceptance"];
                };
            };
            /** @description E001: the request is not well formed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E019: not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E014: conflict with the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E016: the request is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E020: this method or content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E018: not available at the moment, try again later */
            503: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    resignGame: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                game_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GameAcceptance"];
                };
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E019: not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E014: conflict with the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E018: not available at the moment, try again later */
            503: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    takeBackMove: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                game_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "ply": 4
                 *     }
                 */
                "application/json": components["schemas"]["UndoBody"];
            };
        };
        responses: {
            /** @description Successful Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GameAcceptance"];
                };
            };
            /** @description E001: the request is not well formed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E019: not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E014: conflict with the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E016: the request is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E020: this method or content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E018: not available at the moment, try again later */
            503: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    streamGame: {
        parameters: {
            query?: {
                /** @description id of the last event received */
                after?: string | null;
            };
            header?: {
                /** @description id of the last event received; takes precedence over `after` */
                "Last-Event-ID"?: string | null;
            };
            path: {
                game_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description frames with `id`, `event` and `data`; the last event is `towow.game.ended` */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /** @description the game has ended and its last event was already received */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E019: not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E018: not available at the moment, try again later */
            503: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    listDeadLetters: {
        parameters: {
            query?: {
                /** @description at most so many */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeadLetterPage"];
                };
            };
            /** @description E001: the request is not well formed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E018: not available at the moment, try again later */
            503: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    resendDeadLetter: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                letter_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResendReceipt"];
                };
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E019: not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E018: not available at the moment, try again later */
            503: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getBreaker: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BreakerState"];
                };
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E018: not available at the moment, try again later */
            503: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    resetBreaker: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BreakerState"];
                };
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E018: not available at the moment, try again later */
            503: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    deleteDeadLetter: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                letter_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletionReceipt"];
                };
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E019: not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E018: not available at the moment, try again later */
            503: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    resendDeadLetters: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "handler_failed"
                 *     }
                 */
                "application/json": components["schemas"]["DeadLetterSelection"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeadLetterChanges"];
                };
            };
            /** @description E001: the request is not well formed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E016: the request is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E020: this method or content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E018: not available at the moment, try again later */
            503: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    deleteDeadLetters: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "handler_failed"
                 *     }
                 */
                "application/json": components["schemas"]["DeadLetterSelection"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeadLetterChanges"];
                };
            };
            /** @description E001: the request is not well formed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E016: the request is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E020: this method or content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E018: not available at the moment, try again later */
            503: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getSystem: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SystemReport"];
                };
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    whoAmI: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    signIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "key": "a-key-of-mine"
                 *     }
                 */
                "application/json": components["schemas"]["SessionBody"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            /** @description E001: the request is not well formed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E016: the request is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E020: this method or content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    signOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    requestDecision: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "gameId": 17,
                 *       "userId": 4,
                 *       "currentMap": "000\n010\n000\n",
                 *       "LLMFlag": "2",
                 *       "gameType": "井字棋",
                 *       "gameRule": "",
                 *       "historySteps": "step1:玩家在(1,1)下棋",
                 *       "gridSize": "3",
                 *       "allowedTimeout": 600000
                 *     }
                 */
                "application/x-www-form-urlencoded": components["schemas"]["ServerRequestBody"];
                /**
                 * @example {
                 *       "gameId": 17,
                 *       "userId": 4,
                 *       "currentMap": "000\n010\n000\n",
                 *       "LLMFlag": "2",
                 *       "gameType": "井字棋",
                 *       "gameRule": "",
                 *       "historySteps": "step1:玩家在(1,1)下棋",
                 *       "gridSize": "3",
                 *       "allowedTimeout": 600000
                 *     }
                 */
                "application/json": components["schemas"]["ServerRequestBody"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DecisionAcceptance"];
                };
            };
            /** @description E001: the request is not well formed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E014: conflict with the present state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E016: the request is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E020: this method or content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E018: not available at the moment, try again later */
            503: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    healthz: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: boolean;
                    };
                };
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    readyz: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"];
                };
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description the store or its functions are not available */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"];
                };
            };
        };
    };
    metrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description E012: sign in first */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E013: not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E017: too many requests */
            429: {
                headers: {
                    /** @description seconds to wait before the next try */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description E099: internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
}
