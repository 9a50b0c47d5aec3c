"""The chats that clubs use: a message comes in, the conversation answers, the reply is dressed for that chat."""
