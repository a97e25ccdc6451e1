package org.springframework.context;

import org.jspecify.annotations.Nullable;

/** The codes, arguments and default of a text. */
public interface MessageSourceResolvable {
    String @Nullable [] getCodes();

    default @Nullable Object @Nullable [] getArguments() {
        return null;
    }

    default @Nullable String getDefaultMessage() {
        return null;
    }
}
