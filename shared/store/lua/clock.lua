-- What every function below stands on: the clock, registration, and the caller's rights.
-- The files of this folder, this one first (shared/store/redis/functions.py), are one library. Its name and those of its
-- functions end with the hash of the source, so that versions, namespaces and tests share a server.

-- Milliseconds. The server's TIME is the only clock of the store; it stands still while a function runs.
local function now()
  local time = redis.call('TIME')
  return tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
end

local function register(name, callback, flags)
  redis.register_function{function_name = name .. '_@SOURCE@', callback = callback, flags = flags or {}}
end

-- What follows the key in the shortest call of a command: newer servers do not answer for a call of another length.
local SHORTEST = {
  hdel = {'f'}, hexists = {'f'}, hget = {'f'}, hmget = {'f'}, hset = {'f', 'v'}, lrange = {0, 0}, pexpire = {1},
  rpush = {'v'}, sadd = {'m'}, set = {'v'}, sismember = {'m'}, srem = {'m'}, xadd = {'1-1', 'f', 'v'},
  xrange = {'-', '+'}, xrevrange = {'+', '-'}, zadd = {0, 'm'}, zrange = {0, 0}, zrangebyscore = {0, 0}, zrem = {'m'},
  zrevrange = {0, 0}, zscore = {'m'},
}

local function is_allowed(key, command)
  if command == 'time' then return redis.acl_check_cmd('time') end
  return redis.acl_check_cmd(command, key, unpack(SHORTEST[command] or {}))
end

-- A function has no rollback, and the server asks for the caller's right at every command inside it. So this is asked
-- before the first write; the keys themselves were checked when the function was called.
local function must_be_allowed(key, commands)
  for _, command in ipairs(commands) do
    if not is_allowed(key, command) then
      return redis.error_reply('NOPERM this user may not run ' .. command .. ' on ' .. key)
    end
  end
end

register('now', function() return now() end, {'no-writes'})

-- Which of the commands ARGV this user may not run on KEYS[1].
register('denied', function(keys, args)
  local denied = {}
  for _, command in ipairs(args) do
    if not is_allowed(keys[1], command) then denied[#denied + 1] = command end
  end
  return denied
end, {'no-writes'})
