-- Outbox of a role in one partition: due (zset: entry id by due instant), mail (hash: id to bytes), claims (hash: id to
-- number of claims); and per correlation owed (set: role and id of its outstanding commands).
-- A due instant is a whole number of milliseconds; its fraction keeps the entries of one step in their order.

local FIRST_LEASE_MS, MAX_LEASE_MS = 5000, 60000  -- as in shared/store/memory/outbox.py
local ORDINAL_FRACTION = 1 / 4096  -- the smallest difference that a double can hold at today's instants

local SCHEDULE_WRITES = {'zadd', 'hset', 'hdel', 'sadd', 'srem'}
local REMOVE_WRITES = {'zrem', 'hdel', 'srem'}

local function owed_member(role, id) return role .. '\n' .. id end

-- An entry that replaces a command under its id is removed by the close only if it is a command itself.
local function mark_owed(owed, role, id, is_command)
  if is_command then
    redis.call('SADD', owed, owed_member(role, id))
  else
    redis.call('SREM', owed, owed_member(role, id))
  end
end

local function put_entry(due, mail, claims, id, instant, ordinal, bytes)
  redis.call('ZADD', due, instant + math.min(ordinal, 4095) * ORDINAL_FRACTION, id)
  redis.call('HSET', mail, id, bytes)
  redis.call('HDEL', claims, id)
end

local function remove_entry(due, mail, claims, id)
  redis.call('ZREM', due, id)
  redis.call('HDEL', mail, id)
  redis.call('HDEL', claims, id)
end

-- Raises WRONGTYPE for a foreign key, before anything is written.
local function check_outbox(due, mail, claims)
  redis.call('ZCARD', due)
  redis.call('HLEN', mail)
  redis.call('HLEN', claims)
end

-- KEYS about owed due mail claims · ARGV role id due ('' = now) is_command bytes
-- Returns 1 when the entry is added, 0 when it is a command of a closed correlation.
register('schedule', function(keys, args)
  local about, owed, due, mail, claims = unpack(keys)
  local role, id, instant, is_command, bytes = unpack(args)
  local closed = redis.call('HGET', about, 'closed')
  redis.call('SCARD', owed)
  check_outbox(due, mail, claims)
  if is_command == '1' and closed then return 0 end
  local denied = check_rights(mail, SCHEDULE_WRITES)
  if denied then return denied end
  put_entry(due, mail, claims, id, tonumber(instant) or now(), 0, bytes)
  mark_owed(owed, role, id, is_command == '1')
  return 1
end)

-- KEYS due mail claims · ARGV limit
-- Returns the instants of the earliest due entries, at most `limit`. Raises what `claim_due` would: entries that cannot
-- be claimed would take the slots of others.
register('list_due', function(keys, args)
  check_outbox(keys[1], keys[2], keys[3])
  local pairs_found = redis.call('ZRANGEBYSCORE', keys[1], '-inf', '(' .. now() + 1, 'WITHSCORES', 'LIMIT', 0, args[1])
  local instants = {}
  for index = 2, #pairs_found, 2 do instants[#instants + 1] = pairs_found[index] end
  return instants
end, {'no-writes'})

local function claim_entry(due, mail, claims, id, current_time)
  local claim_count = tonumber(redis.call('HGET', claims, id)) or 0
  local lease_ms = math.min(FIRST_LEASE_MS * 2 ^ math.min(claim_count, 10), MAX_LEASE_MS)
  local fraction = tonumber(redis.call('ZSCORE', due, id)) % 1
  redis.call('ZADD', due, current_time + lease_ms + fraction, id)
  redis.call('HSET', claims, id, claim_count + 1)
end

-- KEYS due mail claims · ARGV limit
-- Returns ids and bytes of due entries, earliest first; each is due again when its lease ends.
-- Allowed when memory is full: entries must be published before `mark_published` can free their memory. All that it can
-- add is one counter per stored entry, which is removed with the entry.
register('claim_due', function(keys, args)
  local due, mail, claims = unpack(keys)
  local current_time, claimed = now(), {}
  local ids = redis.call('ZRANGEBYSCORE', due, '-inf', '(' .. current_time + 1, 'LIMIT', 0, args[1])
  check_outbox(due, mail, claims)
  local denied = check_rights(mail, {'zadd', 'hset', 'hdel', 'zrem'})
  if denied then return denied end
  for _, id in ipairs(ids) do
    local bytes = redis.call('HGET', mail, id)
    if bytes then
      claim_entry(due, mail, claims, id, current_time)
      claimed[#claimed + 1] = id
      claimed[#claimed + 1] = bytes
    else
      remove_entry(due, mail, claims, id)
    end
  end
  return claimed
end, {'allow-oom'})

-- KEYS due mail claims owed · ARGV role id …
-- Returns the number of ids. Only removes, therefore allowed when memory is full.
register('mark_published', function(keys, args)
  local due, mail, claims, owed = unpack(keys)
  check_outbox(due, mail, claims)
  redis.call('SCARD', owed)
  local denied = check_rights(mail, REMOVE_WRITES)
  if denied then return denied end
  for index = 2, #args do
    remove_entry(due, mail, claims, args[index])
    redis.call('SREM', owed, owed_member(args[1], args[index]))
  end
  return #args - 1
end, {'allow-oom'})
