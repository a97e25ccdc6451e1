package org.springframework.context;

import org.jspecify.annotations.Nullable;

/** What a text is asked for by. */
public interface MessageSourceResolvable {
    String @Nullable [] getCodes();

    default @Nullable Object @Nullable [] getArguments() {
        return null;
    }

    default @Nullable String getDefaultMessage() {
        return null;
    }
}
