-- Values that belong to no correlation: small shared values with a version, and values stored for a limited time.

-- KEYS cell · ARGV version value
-- Returns 1 when the value is written, else 0; a repeated call returns the same.
register('compare_and_set', function(keys, args)
  local stored = redis.call('HMGET', keys[1], 'version', 'value')
  local version, expected = tonumber(stored[1]) or 0, tonumber(args[1])
  if version == expected + 1 and stored[2] == args[2] then return 1 end
  if version ~= expected then return 0 end
  redis.call('HSET', keys[1], 'version', version + 1, 'value', args[2])
  return 1
end)

-- KEYS first · ARGV value ttl (ms)
-- Returns the stored value: the first one wins until it expires.
register('put_if_absent', function(keys, args)
  local stored = redis.call('HMGET', keys[1], 'value', 'until')
  local current_time = now()
  if stored[1] and tonumber(stored[2]) > current_time then return stored[1] end
  local denied = check_rights(keys[1], {'hset', 'pexpire'})
  if denied then return denied end
  redis.call('HSET', keys[1], 'value', args[1], 'until', current_time + tonumber(args[2]))
  redis.call('PEXPIRE', keys[1], args[2])
  return args[1]
end)

-- KEYS first
-- Returns the stored value; nil without one that has not expired.
register('get_value', function(keys, args)
  local stored = redis.call('HMGET', keys[1], 'value', 'until')
  if stored[1] and tonumber(stored[2]) > now() then return stored[1] end
  return nil
end)
