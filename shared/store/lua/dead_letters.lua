-- Dead letters of a namespace: letters (hash: id to bytes) and order (zset: id by serial number).

-- KEYS letters order · ARGV id bytes
-- Returns 1 when the dead letter is added, 0 when its id is stored already.
register('add_dead_letter', function(keys, args)
  local letters, order = unpack(keys)
  redis.call('ZCARD', order)
  if redis.call('HEXISTS', letters, args[1]) == 1 then return 0 end
  local denied = check_rights(letters, {'zadd', 'hset'})
  if denied then return denied end
  local last = redis.call('ZREVRANGE', order, 0, 0, 'WITHSCORES')[2]
  redis.call('ZADD', order, (tonumber(last) or 0) + 1, args[1])
  redis.call('HSET', letters, args[1], args[2])
  return 1
end)

-- KEYS letters order taken · ARGV id token ttl (ms)
-- Returns the removed bytes, or false. For `ttl` they stay in `taken` under the token of the call: the call that is
-- repeated because its reply was lost gets them again, and no other one does.
register('pop_dead_letter', function(keys, args)
  local letters, order, taken = unpack(keys)
  local id, token, ttl = unpack(args)
  redis.call('ZCARD', order)
  local popped = redis.call('GET', taken)
  if popped and string.sub(popped, 1, #token) == token then return string.sub(popped, #token + 1) end
  local bytes = redis.call('HGET', letters, id)
  if not bytes then return false end
  local denied = check_rights(letters, {'set', 'hdel', 'zrem'})
  if denied then return denied end
  redis.call('SET', taken, token .. bytes, 'PX', ttl)
  redis.call('HDEL', letters, id)
  redis.call('ZREM', order, id)
  return bytes
end)
