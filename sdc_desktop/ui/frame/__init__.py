"""The frame of every place of the window: the verdict bar above, a left region, the result, and a panel."""
