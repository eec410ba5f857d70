-- What a role has yet to send, in one partition: due (zset: id by instant), mail (hash: id to bytes),
-- claims (hash: id to how often it was claimed), and per correlation owed (set: role and id of its commands).
-- An instant is a whole number of milliseconds; its fraction keeps entries of one step in their order.

local FIRST_LEASE, LONGEST_LEASE = 5000, 60000  -- as in shared/store/memory/outbox.py
local PLACE = 1 / 4096  -- what a double still tells apart at today's instants

local SCHEDULE_WRITES = {'zadd', 'hset', 'hdel', 'sadd', 'srem'}
local SENT_WRITES = {'zrem', 'hdel', 'srem'}

local function member(role, id) return role .. '\n' .. id end

-- What is kept in the place of a command, under its id, is dropped by the close only when it is one itself.
local function owe(owed, role, id, is_command)
  if is_command then redis.call('SADD', owed, member(role, id)) else redis.call('SREM', owed, member(role, id)) end
end

local function put(due, mail, claims, id, instant, place, bytes)
  redis.call('ZADD', due, instant + math.min(place, 4095) * PLACE, id)
  redis.call('HSET', mail, id, bytes)
  redis.call('HDEL', claims, id)
end

local function forget(due, mail, claims, id)
  redis.call('ZREM', due, id)
  redis.call('HDEL', mail, id)
  redis.call('HDEL', claims, id)
end

-- Raises WRONGTYPE while nothing is written.
local function check_outgoing(due, mail, claims)
  redis.call('ZCARD', due)
  redis.call('HLEN', mail)
  redis.call('HLEN', claims)
end

-- KEYS about owed due mail claims · ARGV role id due ('' = now) is_command bytes
register('schedule', function(keys, args)
  local about, owed, due, mail, claims = unpack(keys)
  local role, id, instant, is_command, bytes = unpack(args)
  local closed = redis.call('HGET', about, 'closed')
  redis.call('SCARD', owed)
  check_outgoing(due, mail, claims)
  if is_command == '1' and closed then return 0 end  -- it concerns nobody any more
  local refused = must_be_allowed(mail, SCHEDULE_WRITES)
  if refused then return refused end
  put(due, mail, claims, id, tonumber(instant) or now(), 0, bytes)
  owe(owed, role, id, is_command == '1')
  return 1
end)

-- KEYS due mail claims · ARGV limit. The instants of the earliest entries that are due, at most `limit`. Raises what
-- `claim` would: entries that cannot be claimed would take the place of others.
register('due', function(keys, args)
  check_outgoing(keys[1], keys[2], keys[3])
  local found = redis.call('ZRANGEBYSCORE', keys[1], '-inf', '(' .. now() + 1, 'WITHSCORES', 'LIMIT', 0, args[1])
  local instants = {}
  for place = 2, #found, 2 do instants[#instants + 1] = found[place] end
  return instants
end, {'no-writes'})

local function claim(due, mail, claims, id, at)
  local times = tonumber(redis.call('HGET', claims, id)) or 0
  local lease = math.min(FIRST_LEASE * 2 ^ math.min(times, 10), LONGEST_LEASE)
  local fraction = tonumber(redis.call('ZSCORE', due, id)) % 1
  redis.call('ZADD', due, at + lease + fraction, id)
  redis.call('HSET', claims, id, times + 1)
end

-- KEYS due mail claims · ARGV limit. Ids and bytes of what is due; each is due again when its lease ends.
-- Allowed when memory is full: what is owed must leave for `sent` to free it. All it can add is one count per entry
-- that is kept already, and that goes with the entry.
register('claim', function(keys, args)
  local due, mail, claims = unpack(keys)
  local at, claimed = now(), {}
  local ids = redis.call('ZRANGEBYSCORE', due, '-inf', '(' .. at + 1, 'LIMIT', 0, args[1])
  check_outgoing(due, mail, claims)
  local refused = must_be_allowed(mail, {'zadd', 'hset', 'hdel', 'zrem'})
  if refused then return refused end
  for _, id in ipairs(ids) do
    local bytes = redis.call('HGET', mail, id)
    if bytes then
      claim(due, mail, claims, id, at)
      claimed[#claimed + 1] = id
      claimed[#claimed + 1] = bytes
    else
      forget(due, mail, claims, id)
    end
  end
  return claimed
end, {'allow-oom'})

-- KEYS due mail claims owed · ARGV role id … Only removes, so it is allowed when memory is full.
register('sent', function(keys, args)
  local due, mail, claims, owed = unpack(keys)
  check_outgoing(due, mail, claims)
  redis.call('SCARD', owed)
  local refused = must_be_allowed(mail, SENT_WRITES)
  if refused then return refused end
  for place = 2, #args do
    forget(due, mail, claims, args[place])
    redis.call('SREM', owed, member(args[1], args[place]))
  end
  return #args - 1
end, {'allow-oom'})
