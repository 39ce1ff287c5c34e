%%% mod_psst_silence: a client that answers nothing is found out, and its connection is kept (ejabberd 23.01).
%%% SPDX-License-Identifier: GPL-3.0-or-later
%%%
%%% On a link that loses packets, TCP delivers nothing for seconds and then everything. This module asks a silent
%%% client how many stanzas it has (XEP-0198 <r/>), again and again: with each further packet TCP finds out sooner
%%% that an earlier one was lost. After LIMIT without a byte it tells the contacts "unavailable", and the last
%%% presence again with the next byte. Groups are told nothing. mod_ping and mod_stream_mgmt close the connection.
%%% Clients without stream management are left alone.
-module(mod_psst_silence).
-behaviour(gen_mod).

-export([start/2, stop/1, reload/3, depends/2, mod_options/1, mod_doc/0]).
-export([c2s_handle_recv/3, c2s_handle_cdata/2, c2s_handle_send/3, c2s_handle_info/2,
	 c2s_copy_session/2, c2s_session_resumed/1]).

-include_lib("p1_xmpp/include/xmpp.hrl").

%% Milliseconds.
-define(LIMIT, 2500).
-define(HIGHEST_LIMIT, 10000).
-define(FIRST_QUESTION, 750).
-define(QUESTION_INTERVAL, 250).
%% A suspicion that was wrong doubles the limit of that session for as long as this.
-define(MEMORY, 60000).

-define(HOOKS, [{c2s_handle_recv, 10}, {c2s_handle_cdata, 10}, {c2s_handle_send, 60}, {c2s_handle_info, 10},
		{c2s_copy_session, 50}, {c2s_session_resumed, 50}]).

start(Host, _Opts) ->
    [ejabberd_hooks:add(Hook, Host, ?MODULE, Hook, Place) || {Hook, Place} <- ?HOOKS],
    ok.

stop(Host) ->
    [ejabberd_hooks:delete(Hook, Host, ?MODULE, Hook, Place) || {Hook, Place} <- ?HOOKS],
    ok.

reload(_Host, _NewOpts, _OldOpts) -> ok.

depends(_Host, _Opts) -> [{mod_stream_mgmt, hard}, {mod_roster, hard}].

mod_options(_Host) -> [].

mod_doc() -> #{}.

%% Hearing

c2s_handle_recv(State, _El, _Pkt) -> hear(State).

c2s_handle_cdata(State, _Data) -> hear(State).

%% The new connection of a session whose old one was silent.
c2s_copy_session(State, #{psst_silent := true}) -> State#{psst_silent => true};
c2s_copy_session(State, _Old) -> State.

c2s_session_resumed(State) ->
    maps:remove(psst_mistake, watch(hear(State))).

hear(#{psst_silent := true} = State) ->
    Now = now_ms(),
    Mistake = {Now, min(2 * limit(State, Now), ?HIGHEST_LIMIT)},
    Heard = maps:remove(psst_silent, State#{psst_heard => Now, psst_mistake => Mistake}),
    case Heard of
	#{pres_last := Presence} -> announce(Heard, Presence);
	_ -> ok
    end,
    Heard;
hear(#{psst_heard := _} = State) -> State#{psst_heard => now_ms()};
hear(State) -> State.

limit(#{psst_mistake := {Time, Limit}}, Now) when Now < Time + ?MEMORY -> Limit;
limit(_State, _Now) -> ?LIMIT.

%% Asking

c2s_handle_send(State, #sm_enabled{}, _Result) -> watch(State);
c2s_handle_send(State, _Pkt, _Result) -> State.

watch(State) -> wait(State#{psst_heard => now_ms()}, ?FIRST_QUESTION).

wait(State, Delay) ->
    Timer = erlang:start_timer(Delay, self(), psst_look),
    State#{psst_timer => Timer, psst_due => now_ms() + Delay}.

c2s_handle_info(#{psst_timer := Timer} = State, {timeout, Timer, psst_look}) ->
    {stop, look(maps:remove(psst_timer, State))};
c2s_handle_info(State, {timeout, _, psst_look}) -> {stop, State};
%% Neither a contact that comes online nor a new one is told that the session is there: hear/1 tells them.
c2s_handle_info(#{psst_silent := true} = State, {route, #presence{type = probe}}) -> {stop, State};
c2s_handle_info(#{psst_silent := true} = State, {resend_presence, _}) -> {stop, State};
c2s_handle_info(State, _Info) -> State.

look(#{mgmt_state := active, mgmt_xmlns := Namespace, psst_heard := Heard, psst_due := Due} = State) ->
    Now = now_ms(),
    %% Meanwhile this process may have been busy. It reads after its timer what came then.
    State1 = State#{psst_heard => min(Now, Heard + max(0, Now - Due))},
    Silence = Now - maps:get(psst_heard, State1),
    State2 = suspect(State1, Silence, limit(State1, Now)),
    if Silence < ?FIRST_QUESTION -> wait(State2, ?FIRST_QUESTION - Silence);
       true -> wait(ejabberd_c2s:send(State2, #sm_r{xmlns = Namespace}), pause(State2, Silence, Now))
    end;
look(State) -> State.

suspect(#{psst_silent := true} = State, _Silence, _Limit) -> State;
suspect(State, Silence, Limit) when Silence < Limit -> State;
suspect(#{jid := JID} = State, _Silence, _Limit) ->
    case State of
	#{pres_last := _} -> announce(State, #presence{type = unavailable, from = JID});
	_ -> ok
    end,
    State#{psst_silent => true}.

%% Ever more rarely.
pause(State, Silence, Now) ->
    Pause = max(?QUESTION_INTERVAL, Silence div 4),
    case State of
	#{psst_silent := true} -> Pause;
	_ -> min(Pause, max(10, limit(State, Now) - Silence))
    end.

now_ms() -> erlang:monotonic_time(millisecond).

%% Announcing

%% To everyone who may see the session: subscribers, and the user's other devices.
announce(#{jid := JID, lserver := LServer} = State, Presence) ->
    #jid{luser = LUser, lresource = LResource} = JID,
    Roster = ejabberd_hooks:run_fold(roster_get, LServer, [], [{LUser, LServer}]),
    Subscribers = [To || #roster_item{jid = To, subscription = Sub} <- Roster, Sub == both orelse Sub == from],
    Devices = [jid:make(LUser, LServer, R) || R <- ejabberd_sm:get_user_resources(LUser, LServer), R /= LResource],
    Allowed = [To || To <- Subscribers ++ Devices, is_allowed(State, xmpp:set_to(Presence, To))],
    ejabberd_router_multicast:route_multicast(JID, LServer, Allowed, xmpp:set_from(Presence, JID), false).

is_allowed(#{lserver := LServer} = State, Presence) ->
    allow == ejabberd_hooks:run_fold(privacy_check_packet, LServer, allow, [State, Presence, out]).
