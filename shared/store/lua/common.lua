-- Shared by all functions: the clock, registration, and checks of the caller's rights.
-- The files of this folder, this one first (shared/store/redis/functions.py), form one library. Its name and those of
-- its functions end with the hash of the source, so that versions, namespaces and tests can share a server.

-- Milliseconds since the epoch. The server's TIME is the store's only clock; it stands still while a function runs.
local function now()
  local time = redis.call('TIME')
  return tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
end

local function register(name, callback, flags)
  redis.register_function{function_name = name .. '_@SOURCE@', callback = callback, flags = flags or {}}
end

-- Arguments after the key in the shortest valid call of a command: newer servers reject a check with another arity.
local SHORTEST_ARGUMENTS = {
  hdel = {'f'}, hexists = {'f'}, hget = {'f'}, hmget = {'f'}, hset = {'f', 'v'}, lrange = {0, 0}, pexpire = {1},
  rpush = {'v'}, sadd = {'m'}, set = {'v'}, sismember = {'m'}, srem = {'m'}, xadd = {'1-1', 'f', 'v'},
  xrange = {'-', '+'}, xrevrange = {'+', '-'}, zadd = {0, 'm'}, zrange = {0, 0}, zrangebyscore = {0, 0}, zrem = {'m'},
  zrevrange = {0, 0}, zscore = {'m'},
}

local function is_allowed(key, command)
  if command == 'time' then return redis.acl_check_cmd('time') end
  return redis.acl_check_cmd(command, key, unpack(SHORTEST_ARGUMENTS[command] or {}))
end

-- Returns an error reply when the caller may not run one of the commands on the key, else nothing.
-- A function has no rollback, and the server checks the caller's rights at every command inside it; therefore this runs
-- before the first write. The rights to the keys were checked when the function was called.
local function check_rights(key, commands)
  for _, command in ipairs(commands) do
    if not is_allowed(key, command) then
      return redis.error_reply('NOPERM this user may not run ' .. command .. ' on ' .. key)
    end
  end
end

register('now', function() return now() end, {'no-writes'})

-- KEYS key · ARGV command …
-- Returns those of the commands that the caller may not run on the key.
register('list_denied_commands', function(keys, args)
  local denied = {}
  for _, command in ipairs(args) do
    if not is_allowed(keys[1], command) then denied[#denied + 1] = command end
  end
  return denied
end, {'no-writes'})
