-- What belongs to no correlation: small shared values (cells), values kept for a while (firsts), and dead letters.

-- KEYS cell · ARGV version value. The same write again, its reply lost, answers as it did.
register('write_cell', function(keys, args)
  local found = redis.call('HMGET', keys[1], 'version', 'value')
  local version, wanted = tonumber(found[1]) or 0, tonumber(args[1])
  if version == wanted + 1 and found[2] == args[2] then return 1 end
  if version ~= wanted then return 0 end
  redis.call('HSET', keys[1], 'version', version + 1, 'value', args[2])
  return 1
end)

-- KEYS first · ARGV value keep (ms). What is kept now: the first value wins, the same call again answers the same.
register('first', function(keys, args)
  local held = redis.call('HMGET', keys[1], 'value', 'until')
  local at = now()
  if held[1] and tonumber(held[2]) > at then return held[1] end
  local refused = must_be_allowed(keys[1], {'hset', 'pexpire'})
  if refused then return refused end
  redis.call('HSET', keys[1], 'value', args[1], 'until', at + tonumber(args[2]))
  redis.call('PEXPIRE', keys[1], args[2])
  return args[1]
end)

-- KEYS letters order · ARGV id bytes
register('file_dead', function(keys, args)
  local letters, order = unpack(keys)
  redis.call('ZCARD', order)
  if redis.call('HEXISTS', letters, args[1]) == 1 then return 0 end
  local refused = must_be_allowed(letters, {'zadd', 'hset'})
  if refused then return refused end
  local last = redis.call('ZREVRANGE', order, 0, 0, 'WITHSCORES')[2]
  redis.call('ZADD', order, (tonumber(last) or 0) + 1, args[1])
  redis.call('HSET', letters, args[1], args[2])
  return 1
end)

-- KEYS letters order taken · ARGV id token kept (ms). What was taken stays in `taken` for a while, under the
-- token of the call: sent again because its reply was lost, that call gets the letter, and nobody else does.
register('take_dead', function(keys, args)
  local letters, order, taken = unpack(keys)
  local id, token, kept = unpack(args)
  redis.call('ZCARD', order)
  local again = redis.call('GET', taken)
  if again and string.sub(again, 1, #token) == token then return string.sub(again, #token + 1) end
  local bytes = redis.call('HGET', letters, id)
  if not bytes then return false end
  local refused = must_be_allowed(letters, {'set', 'hdel', 'zrem'})
  if refused then return refused end
  redis.call('SET', taken, token .. bytes, 'PX', kept)
  redis.call('HDEL', letters, id)
  redis.call('ZREM', order, id)
  return bytes
end)
